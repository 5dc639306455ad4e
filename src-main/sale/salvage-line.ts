import { defaultCurrency } from '../../src-shared/currency.ts'
import { type SaleFacts, saleFactsSchema, tabFactsSchema } from '../../src-shared/pos/sale/sale.ts'
import type { FoundLine } from '../journal/line-file.ts'
import type { UnclosedIntent } from './unclosed-intent.ts'

/** What a line that cannot be read still names. */
export interface SalvagedLine {
  /** The sale it is about; null when it names none. */
  readonly sale: SaleFacts | null
  readonly parked: readonly SaleFacts[]
  /** Whose card it says is held for a tab. */
  readonly held: readonly SaleFacts[]
  readonly unclosed: readonly UnclosedIntent[]
  /** How much of it may have been about a sale, and names none. */
  readonly unreadable: number
}

/** The state stands before the lists of a line, which name other sales. */
const listsBegin = /"(?:unclosed|parked|sale_id|parked_at)":/

export function salvageLine({ text, value }: FoundLine): SalvagedLine {
  const own = text.split(listsBegin)[0] ?? ''
  const lists = text.slice(own.length)
  const sale = saleFactsIn(memberOf(memberOf(value, 'state'), 'sale'), own)
  const entries = lists.split('"state":').slice(1)
  const parked = entries.map((entry) => saleFactsIn(undefined, entry)).filter((found) => found !== null)
  const tabs = lists.split('"tabs":[').slice(1).join('').split('{"sale":{').slice(1)
  const held = tabs.map((entry) => saleFactsIn(undefined, entry)).filter((found) => found !== null)
  const unclosed = [...lists.matchAll(/"sale_id":"([^"\\\0]+)","intent_id":(?:"([^"\\\0]+)"|null)/g)]
  const aboutNone = sale === null && !own.includes('"state":{"kind":"ready"}')
  return {
    sale,
    parked,
    held: heldIn(value) ?? held,
    unclosed: unclosed.map(([, sale_id = '', intent_id = null]) => ({ sale_id, intent_id })),
    unreadable: (aboutNone ? 1 : 0) + entries.length - parked.length,
  }
}

/** The tabs of a line that another version wrote; null where it is not even JSON. */
function heldIn(value: unknown): readonly SaleFacts[] | null {
  const tabs = memberOf(value, 'tabs')
  if (!Array.isArray(tabs)) return null
  return tabs
    .map((entry) => saleFactsIn(memberOf(entry, 'sale'), JSON.stringify(entry)))
    .filter((found) => found !== null)
}

/** A sale as a whole where another version wrote it, else what is left of it in the text. */
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

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
