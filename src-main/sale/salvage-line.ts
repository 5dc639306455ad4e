import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { defaultCurrency } from '../../src-shared/currency.ts'
import { memberOf } from '../../src-shared/json-object.ts'
import { type SaleFacts, saleFactsSchema, tabFactsSchema } from '../../src-shared/pos/sale/sale.ts'
import type { FoundLine } from '../journal/line-file.ts'
import type { UnclosedIntent } from './unclosed-intent.ts'

/** The sales that an unreadable line of the journal still names. */
export interface SalvagedLine {
  /** The sale it is about; null when it names none. */
  readonly sale: SaleFacts | null
  readonly parked: readonly SaleFacts[]
  /** Sales whose card is held for a tab, according to the line. */
  readonly held: readonly SaleFacts[]
  readonly unclosed: readonly UnclosedIntent[]
  /** Number of parts that may be about a sale, but name none. */
  readonly unreadable: number
}

/** In a line the state comes before the lists, which name other sales. */
const listsBegin = /"(?:unclosed|parked|sale_id|parked_at)":/

export function salvageLine({ text, value }: FoundLine): SalvagedLine {
  const own = text.split(listsBegin)[0] ?? ''
  const lists = text.slice(own.length)
  const sale = saleFactsIn(memberOf(memberOf(value, 'state'), 'sale'), own)
  const entries = lists.split('"state":').slice(1)
  const parked = entries.map((entry) => saleFactsIn(undefined, entry)).filter((found) => found !== null)
  const tabs = lists.split('"tabs":[').slice(1).join('').split('{"sale":{').slice(1)
  const held = tabs.map((entry) => saleFactsIn(undefined, entry)).filter((found) => found !== null)
  const unclosed = [
    ...lists.matchAll(
      /"sale_id":"([^"\\\0]+)","intent_id":(?:"([^"\\\0]+)"|null)(?:,"left_at":"([^"\\\0]+)")?/g,
    ),
  ]
  const aboutNone = sale === null && !own.includes('"state":{"kind":"ready"}')
  return {
    sale,
    parked,
    held: heldIn(value) ?? held,
    unclosed: unclosed.map(([, sale_id = '', intent_id = null, left]) => ({
      sale_id,
      intent_id,
      left_at: timestampSchema.safeParse(left).data,
    })),
    unreadable: (aboutNone ? 1 : 0) + entries.length - parked.length,
  }
}

/** The held sales of a line of another version; null if it is no JSON with a list of tabs. */
function heldIn(value: unknown): readonly SaleFacts[] | null {
  const tabs = memberOf(value, 'tabs')
  if (!Array.isArray(tabs)) return null
  return tabs
    .map((entry) => saleFactsIn(memberOf(entry, 'sale'), JSON.stringify(entry)))
    .filter((found) => found !== null)
}

/**
 * The sale in `value` if that is valid, otherwise one built from what the text still shows; null without id or amount.
 */
export function saleFactsIn(value: unknown, text: string): SaleFacts | null {
  const whole = saleFactsSchema.safeParse(value).data
  if (whole !== undefined) return whole
  const member = (pattern: string) => new RegExp(`"${pattern}`).exec(text)?.[1] ?? null
  return (
    saleFactsSchema.safeParse({
      id: member('id":"([^"\\0]+)"'),
      amount: Number(member('amount":(\\d+),') ?? Number.NaN),
      tip: Number(member('tip":(\\d+),') ?? 0),
      surcharge: Number(member('surcharge":(\\d+),') ?? 0),
      currency: member('currency":"([A-Z]{3})"') ?? defaultCurrency,
      entry: member('entry":"(card|manual)"') ?? 'card',
      note: '',
      started_at: member('started_at":"([^"\\0]+)"') ?? new Date(0).toISOString(),
      hsn: member('hsn":"([^"\\0]+)"') ?? '',
      intent_id: member('intent_id":"([^"\\0]+)"'),
      attempt: Number(member('attempt":(\\d+),') ?? 1),
      tab: tabFactsSchema.safeParse({
        name: member('tab":\\{"name":"([^"\\\\\\0]+)","stage"'),
        stage: member('tab":\\{"name":"[^"\\\\\\0]+","stage":"(opening|closing)"'),
      }).data,
    }).data ?? null
  )
}
