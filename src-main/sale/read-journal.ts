import { z } from 'zod'
import { memberOf } from '../../src-shared/json-object.ts'
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
import { saleFactsIn, salvageLine } from './salvage-line.ts'
import { type UnclosedIntent, unclosedIntentSchema } from './unclosed-intent.ts'

/** What the next run takes over from a journal. */
export interface LeftBehind {
  readonly state: SaleState
  readonly unclosed: readonly UnclosedIntent[]
  readonly parked: readonly ParkedSale[]
  /** Number of lines and entries that cannot be read and name no sale: a person has to look for that sale. */
  readonly unreadable: number
  /** Null for none. */
  readonly bill: Bill | null
  /** Null if the receipt numbers that were given are not known. */
  readonly numbering: Numbering | null
  readonly unbooked: readonly BillCash[]
  readonly unfiled: readonly UnfiledBill[]
  readonly tabs: readonly Tab[]
  readonly aside: readonly Bill[]
  /** Whether any part could not be read as it was written. */
  readonly damaged: boolean
}

/**
 * Reads the newest whole line. A line that was cut off while it was written is skipped: no request of it was sent. For
 * any other unreadable line (damaged, or of another version) requests were sent: each sale that it names is looked up,
 * and so is the sale that was at the counter before it.
 *
 * @param at the time now, at which a sale is parked because of this
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

/**
 * Reads the entries of each list separately, so that an unreadable one does not affect the others. A sale of which only
 * the id can be read is looked up by its reference.
 */
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
  // If a tab cannot be read, its sale is parked, so that the hold is found by its intent.
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

/** If lines after the last readable one are lost, the outcome of its sale is unknown: the sale is looked up. */
function afterLost(known: LeftBehind, lines: readonly FoundLine[], at: string): LeftBehind {
  const salvaged = lines.map(salvageLine)
  // A tab is never closed on a guess: it stays open, and a person closes it with what is known then.
  const ofTab = (sale: SaleFacts) => known.tabs.some((tab) => tab.sale.id === sale.id)
  const named = salvaged.flatMap(({ sale }) => (sale === null || ofTab(sale) ? [] : [sale]))
  const state = lines.length === 0 ? known.state : counterState(known, named[0] ?? null)
  const before = displaced(known.state, state)
  const beside = salvaged.flatMap(({ parked, held }) => [...parked, ...held])
  const mayBeOpen = [...named, ...beside.filter((sale) => !ofTab(sale))]
  const parked = [
    ...known.parked,
    // The bill that the sale was to pay is parked with it.
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

/** Adds what the lost lines show of a tab. The highest attempt makes its next capture differ from those they sent. */
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

/** In these states the cashier did not want the payment: if it was made, the question is asked again. */
const wantedUndone: readonly SaleIn<'deciding'>['because'][] = ['approved_after_cancel', 'void_refused']

/** The sale that another one has replaced at the counter, unless it was approved: how it was left is lost. */
function displaced(before: SaleState, now: SaleState): readonly SaleFacts[] {
  if (before.kind === 'ready' || before.kind === 'approved' || before.kind === 'signing') return []
  return now.kind !== 'ready' && now.sale.id === before.sale.id ? [] : [before.sale]
}

/** Whether the last readable bill is still at the counter: a bill that holds money, or may, is never left. */
function staysAtCounter({ state: before, bill }: LeftBehind, now: SaleState): boolean {
  if (bill !== null && (holdsMoney(bill) || isWaiting(bill))) return true
  return now.kind === 'ready' || (before.kind !== 'ready' && before.sale.id === now.sale.id)
}

/** These states are looked up at every start. An approved payment stays approved, even if its receipt is missing. */
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
 * Adapts a journal that was restored from a backup: its counter may have continued the same sale since. A sale that was
 * declined or in progress may be paid by now, and leaving it here would return that payment. So it is looked up before
 * a person decides.
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

/**
 * Does not repeat a void or capture that was requested before the backup. If the service does not show it as done, it
 * was refused, or a person kept the payment: a person decides again.
 */
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
  // Either it is captured, or a person decides again: it is uncertain which capture was requested.
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

/** The first value of each name. */
function distinct<Value>(values: readonly Value[], nameOf: (value: Value) => string): readonly Value[] {
  const byName = new Map<string, Value>()
  for (const value of values) if (!byName.has(nameOf(value))) byName.set(nameOf(value), value)
  return [...byName.values()]
}
