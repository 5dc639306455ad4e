import { z } from 'zod'
import { holdsMoney, isWaiting } from '../../src-shared/pos/bill/balance.ts'
import {
  type Bill,
  billSchema,
  type Numbering,
  numberingSchema,
  type UnfiledBill,
  unfiledBillSchema,
} from '../../src-shared/pos/bill/bill.ts'
import { asRestored, mayHaveGoneOn } from '../../src-shared/pos/bill/restored.ts'
import { type Tab, tabSchema } from '../../src-shared/pos/bill/tab.ts'
import { type BillCash, billCashSchema } from '../../src-shared/pos/cash/cash-entry.ts'
import { type ParkedSale, parkedSaleSchema } from '../../src-shared/pos/parked/parked-sale.ts'
import type { SaleFacts, SaleIn, SaleState } from '../../src-shared/pos/sale/sale.ts'
import { saleStateSchema } from '../../src-shared/pos/sale/sale.ts'
import { closeUnpaid } from '../../src-shared/pos/transition/after-card.ts'
import { firstLook } from '../../src-shared/pos/transition/step.ts'
import { type FoundLine, newestFirst } from '../journal/line-file.ts'
import { memberOf, saleFactsIn, salvageLine } from './salvage-line.ts'
import { type UnclosedIntent, unclosedIntentSchema } from './unclosed-intent.ts'

/** What a journal's text leaves to the next run. */
export interface LeftBehind {
  readonly state: SaleState
  readonly unclosed: readonly UnclosedIntent[]
  readonly parked: readonly ParkedSale[]
  /** Lines and entries that cannot be read and name no sale: somebody has to look for it. */
  readonly unreadable: number
  /** Null for none. */
  readonly bill: Bill | null
  /** Null where the numbers that were given are not known. */
  readonly numbering: Numbering | null
  readonly unbooked: readonly BillCash[]
  readonly unfiled: readonly UnfiledBill[]
  readonly tabs: readonly Tab[]
  readonly aside: readonly Bill[]
  /** Something could not be read as it was written. */
  readonly damaged: boolean
}

/**
 * The state in the newest whole line. A line that was cut off while it was written is passed over: nothing of it was
 * sent. Any other line that cannot be read, damaged or of another version, was sent: each sale that it names is looked
 * up, and so is the one that stood at the counter before it.
 *
 * @param at now: when a sale is parked because of this.
 */
export function lastState(text: string, at: string): LeftBehind {
  const lost: FoundLine[] = []
  for (const line of newestFirst(text)) {
    const state = saleStateSchema.safeParse(memberOf(line.value, 'state')).data
    if (state !== undefined) return afterLost(readLine(line.value, state, at), lost, at)
    if (!line.cutOff) lost.push(line)
  }
  return afterLost(nothing, lost, at)
}

const nothing: LeftBehind = {
  state: { kind: 'ready' },
  unclosed: [],
  parked: [],
  unreadable: 0,
  bill: null,
  numbering: null,
  unbooked: [],
  unfiled: [],
  tabs: [],
  aside: [],
  damaged: false,
}

/** Each entry of the lists by itself: one that cannot be read takes no other with it, and is looked up by its reference. */
function readLine(value: unknown, state: SaleState, at: string): LeftBehind {
  const parked = readList(memberOf(value, 'parked'), (entry) => {
    const known = parkedSaleSchema.safeParse(entry).data
    if (known !== undefined) return { entry: known, whole: true }
    const sale = saleFactsIn(memberOf(memberOf(entry, 'state'), 'sale'), JSON.stringify(entry))
    return sale === null ? null : { entry: parkedNow(sale, at, null), whole: false }
  })
  const unclosed = readList(memberOf(value, 'unclosed'), (entry) => {
    const known = unclosedIntentSchema.safeParse(entry).data
    if (known !== undefined) return { entry: known, whole: true }
    const sale_id = memberOf(entry, 'sale_id')
    return typeof sale_id === 'string' ? { entry: { sale_id, intent_id: null }, whole: false } : null
  })
  const unbooked = readList(memberOf(value, 'unbooked'), (entry) => {
    const known = billCashSchema.safeParse(entry).data
    return known === undefined ? null : { entry: known, whole: true }
  })
  const unfiled = readList(memberOf(value, 'unfiled'), (entry) => {
    const known = unfiledBillSchema.safeParse(entry).data
    return known === undefined ? null : { entry: known, whole: true }
  })
  // What a card is held for is found by its intent, wherever its tab cannot be read.
  const tabs = readList<Tab | SaleFacts>(memberOf(value, 'tabs'), (entry) => {
    const known = tabSchema.safeParse(entry).data
    if (known !== undefined) return { entry: known, whole: true }
    const sale = saleFactsIn(memberOf(entry, 'sale'), JSON.stringify(entry))
    return sale === null ? null : { entry: sale, whole: false }
  })
  const aside = readList(memberOf(value, 'aside'), (entry) => {
    const known = billSchema.safeParse(entry).data
    return known === undefined ? null : { entry: known, whole: true }
  })
  const bill = billSchema.nullable().default(null).safeParse(memberOf(value, 'bill'))
  const counted = z.number().int().min(0).safeParse(memberOf(value, 'unreadable')).data ?? 0
  return {
    state,
    unclosed: unclosed.entries,
    parked: [
      ...parked.entries,
      ...tabs.entries.flatMap((one) => ('payment' in one ? [] : [parkedNow(one, at, null)])),
    ],
    unreadable:
      counted +
      parked.lost +
      unclosed.lost +
      unbooked.lost +
      unfiled.lost +
      tabs.lost +
      aside.lost +
      (bill.success ? 0 : 1),
    bill: bill.data ?? null,
    numbering: numberingSchema.safeParse(memberOf(value, 'numbering')).data ?? null,
    unbooked: unbooked.entries,
    unfiled: unfiled.entries,
    tabs: tabs.entries.flatMap((one) => ('payment' in one ? [one] : [])),
    aside: aside.entries,
    damaged: !(
      parked.whole &&
      unclosed.whole &&
      unbooked.whole &&
      unfiled.whole &&
      tabs.whole &&
      aside.whole &&
      bill.success
    ),
  }
}

function readList<Entry>(
  list: unknown,
  read: (entry: unknown) => { readonly entry: Entry; readonly whole: boolean } | null,
): { readonly entries: readonly Entry[]; readonly lost: number; readonly whole: boolean } {
  const found = (Array.isArray(list) ? list : list === undefined ? [] : [list]).map(read)
  const entries = found.flatMap((one) => (one === null ? [] : [one.entry]))
  return {
    entries,
    lost: found.length - entries.length,
    whole: found.every((one) => one?.whole === true),
  }
}

/** Nothing is claimed of a sale when lines that came after its last readable one are lost. */
function afterLost(known: LeftBehind, lines: readonly FoundLine[], at: string): LeftBehind {
  const salvaged = lines.map(salvageLine)
  // A tab is never closed by a guess: it is open as before, and a person closes it with what is known then.
  const ofTab = (sale: SaleFacts) => known.tabs.some((tab) => tab.sale.id === sale.id)
  const named = salvaged.flatMap(({ sale }) => (sale === null || ofTab(sale) ? [] : [sale]))
  const state = lines.length === 0 ? known.state : counterState(known, named[0] ?? null)
  const before = displaced(known.state, state)
  const beside = salvaged.flatMap(({ parked, held }) => [...parked, ...held])
  const mayBeOpen = [...named, ...beside.filter((sale) => !ofTab(sale))]
  const parked = [
    ...known.parked,
    // What it was to pay goes with it.
    ...before.map((sale) => parkedNow(sale, at, known.bill)),
    ...mayBeOpen.map((sale) => parkedNow(sale, at, null)),
  ]
  const all = salvaged.flatMap(({ sale, held }) => (sale === null ? held : [sale, ...held]))
  const tabs = known.tabs.map((tab) => withLost(tab, all))
  const unclosed = [...known.unclosed, ...salvaged.flatMap((line) => line.unclosed)]
  return {
    state,
    unclosed: distinct(unclosed, ({ sale_id, intent_id }) => `${sale_id} ${intent_id}`),
    // A sale stands at the counter or is parked, never both: else its answers reach only one of the two.
    parked: distinct(parked, (one) => one.state.sale.id).filter(
      (one) => state.kind === 'ready' || one.state.sale.id !== state.sale.id,
    ),
    bill: before.length > 0 || !staysAtCounter(known, state) ? null : known.bill,
    numbering: lines.length > 0 ? null : known.numbering,
    unbooked: known.unbooked,
    unfiled: known.unfiled,
    tabs,
    aside: known.aside,
    unreadable: known.unreadable + salvaged.reduce((sum, { unreadable }) => sum + unreadable, 0),
    damaged: known.damaged || lines.length > 0,
  }
}

/** What the lost lines still say of a tab; its next request to capture is another one than any that they sent. */
function withLost(tab: Tab, salvaged: readonly SaleFacts[]): Tab {
  const own = salvaged.filter(({ id }) => id === tab.sale.id)
  const order = own.find((sale) => sale.order !== null)?.order ?? tab.sale.order
  const attempt = Math.max(tab.sale.attempt, ...own.map((sale) => sale.attempt))
  return { ...tab, sale: { ...tab.sale, order, attempt } }
}

/** @param named the sale that the newest of the lost lines with a name is about. */
function counterState({ state, bill }: LeftBehind, named: SaleFacts | null): SaleState {
  const known = state.kind === 'ready' ? null : state.sale
  if (named !== null && named.id !== known?.id) return lookUp(named, false, null)
  if (known === null || isLookedUp(state)) return state
  const sale = { ...known, intent_id: known.intent_id ?? named?.intent_id ?? null }
  return lookUp(sale, state.kind === 'deciding' && wantedUndone.includes(state.because), bill)
}

/** Whoever was at the counter wanted no payment: one that stands is asked about once more. */
const wantedUndone: readonly SaleIn<'deciding'>['because'][] = ['approved_after_cancel', 'void_refused']

/** The sale that was at the counter before another one, unless its payment stands: how it was left is lost. */
function displaced(before: SaleState, now: SaleState): readonly SaleFacts[] {
  if (before.kind === 'ready' || before.kind === 'approved' || before.kind === 'signing') return []
  return now.kind !== 'ready' && now.sale.id === before.sale.id ? [] : [before.sale]
}

/** Whether the last bill that could be read is still the one at the counter: one that holds money, or may, is not left. */
function staysAtCounter({ state: before, bill }: LeftBehind, now: SaleState): boolean {
  if (bill !== null && (holdsMoney(bill) || isWaiting(bill))) return true
  return now.kind === 'ready' || (before.kind !== 'ready' && before.sale.id === now.sale.id)
}

/** These are looked up at every start. An approved payment stands, whatever became of its receipt. */
const isLookedUp = ({ kind }: SaleState): boolean =>
  kind === 'authorizing' ||
  kind === 'checking' ||
  kind === 'voiding' ||
  kind === 'capturing' ||
  kind === 'approved'

const parkedNow = (sale: SaleFacts, parked_at: string, bill: Bill | null): ParkedSale => ({
  state: { ...lookUp(sale, false, bill), parkable: true },
  parked_at,
  bill,
})

/**
 * What a backup has of a counter that may have gone on since, with the very sale: what was declined or begun there may be paid by now, and
 * leaving it here would give the money back. It is looked up before anybody decides.
 */
export function afterRestore(left: LeftBehind): LeftBehind {
  const { state, aside, parked } = left
  const bill = left.bill !== null && mayHaveGoneOn(left.bill, state) ? asRestored(left.bill) : left.bill
  const stands =
    state.kind === 'ready' ||
    isLookedUp(state) ||
    (state.kind === 'stopped' && closeUnpaid(state).length === 0)
  return {
    ...left,
    bill,
    state: stands ? notSentAgain(state) : lookUp(state.sale, false, bill),
    aside: aside.map(asRestored),
    parked: parked.map((before) => {
      const held = before.bill !== null && holdsMoney(before.bill) ? asRestored(before.bill) : before.bill
      const one = { ...before, bill: held }
      return one.state.kind === 'deciding'
        ? { ...one, ...parkedNow(one.state.sale, one.parked_at, held) }
        : one
    }),
  }
}

/** What the service does not show as voided or captured by now was refused, or kept by a person: one decides anew. */
function notSentAgain(state: SaleState): SaleState {
  if (state.kind === 'voiding') return { ...state, refused: true }
  return state.kind === 'capturing' ? { ...state, refused: state.refused ?? '' } : state
}

function lookUp(
  sale: SaleFacts,
  cancelling: boolean,
  bill: Bill | null,
): SaleIn<'checking'> | SaleIn<'capturing'> {
  const tab = sale.tab?.stage === 'closing' ? (bill?.tab ?? null) : null
  // It is captured, or a person decides anew: what was asked is not known for certain.
  if (tab !== null) return { kind: 'capturing', sale, payment: tab.payment, ...firstLook, refused: '' }
  return {
    kind: 'checking',
    sale,
    ...firstLook,
    cause: 'restarted',
    cancelling,
    otherwise: 'interrupted',
    detail: '',
    ended: false,
    ends_at: null,
  }
}

/** The first of each name. */
function distinct<Value>(values: readonly Value[], nameOf: (value: Value) => string): readonly Value[] {
  const byName = new Map<string, Value>()
  for (const value of values) if (!byName.has(nameOf(value))) byName.set(nameOf(value), value)
  return [...byName.values()]
}
