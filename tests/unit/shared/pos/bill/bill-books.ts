import { cashHeld, holdsMoney, isPaid, paidOf } from '../../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import type { AtCounter, CounterEffect } from '../../../../../src-shared/pos/bill/bill-events.ts'
import type { BillCash } from '../../../../../src-shared/pos/cash/cash-entry.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import type { Charge } from './bill-bank.ts'

/** The contents of a counter's journal. */
export interface CounterRecord {
  readonly counter: AtCounter
  readonly parked: readonly ParkedSale[]
  readonly unbooked: readonly BillCash[]
  readonly unfiled: readonly Bill[]
}

export const emptyCounter: AtCounter = {
  bill: null,
  sale: { kind: 'ready' },
  numbering: { series: 'KT', next: 1001 },
  tabs: [],
  aside: [],
}

/** Returns what customers owed of the closed bills, compared with the drawer, and lists every bill that is wrong. */
export function owedOf(
  closed: readonly Bill[],
  {
    ledger,
    book,
    left,
  }: {
    readonly ledger: ReadonlyMap<string, BillCash>
    readonly book: ReadonlyMap<string, Bill>
    readonly left: ReadonlySet<string>
  },
  violations: string[],
): number {
  const numbers = closed.map(({ number }) => number)
  if (new Set(numbers).size !== numbers.length) violations.push(`a number was given twice: ${numbers}`)
  for (const bill of closed) {
    const kept = JSON.stringify(book.get(bill.number)?.tenders)
    if (kept !== JSON.stringify(bill.tenders)) violations.push(`${bill.number} is not in the book`)
  }
  let owed = 0
  for (const bill of closed) {
    const drawer = [...ledger.values()]
      .filter((entry) => entry.bill === bill.number)
      .reduce((sum, { kind, amount }) => sum + (kind === 'sale' ? amount : -amount), 0)
    if (drawer !== cashHeld(bill)) violations.push(`${bill.number}: ${drawer} cents are in the drawer`)
    const isLeft = left.has(bill.number)
    if (holdsMoney(bill) && !isLeft) violations.push(`${bill.number} was left with money in it`)
    if (isPaid(bill) || isLeft) {
      const roundings = bill.tenders.map((one) =>
        one.kind === 'cash' && one.status === 'paid' ? one.rounding : 0,
      )
      const tips = bill.tenders.map((one) => (one.kind === 'card' && one.status === 'paid' ? one.tip : 0))
      const exchanged = bill.tenders.map((one) =>
        one.kind === 'exchange' && one.status === 'paid' ? one.amount : 0,
      )
      // The value that had paid for other goods is in the books of the exchange's bill.
      owed -= exchanged.reduce((sum, one) => sum + one, 0)
      owed += paidOf(bill) + [...roundings, ...tips].reduce((sum, one) => sum + one, 0)
    }
  }
  return owed
}

/** Checks that the journal has all the cash that the counter shows, so that a power failure now loses none. */
export function checkBooked(
  bill: Bill,
  ledger: ReadonlyMap<string, BillCash>,
  unbooked: readonly BillCash[],
  violations: string[],
): void {
  const booked = new Set([...ledger.keys(), ...unbooked.map(({ id }) => id)])
  for (const tender of bill.tenders) {
    if (tender.kind === 'cash' && !booked.has(tender.id))
      violations.push(`cash of ${bill.number} is in no book`)
  }
}

/** Checks that the bank's charges and the drawer's cash equal what was owed, and that no hold is left over. */
export function checkMoney(
  owed: number,
  charges: readonly Charge[],
  ledger: ReadonlyMap<string, BillCash>,
  violations: string[],
): void {
  const cards = charges
    .filter(({ status }) => status === 'captured')
    .reduce((sum, { amount }) => sum + amount, 0)
  const drawer = [...ledger.values()].reduce(
    (sum, { kind, amount }) => sum + (kind === 'sale' ? amount : -amount),
    0,
  )
  const held = charges.filter(({ status }) => status === 'held')
  if (held.length > 0) violations.push(`still held at the end: ${held.map(({ id }) => id)}`)
  if (cards + drawer !== owed) {
    violations.push(`cards ${cards} and drawer ${drawer} are not the ${owed} that was owed`)
  }
}

/** Checks that the tab of a bill that was left unpaid is kept. */
export function checkTab(bill: Bill, { tabs }: AtCounter, violations: string[]): void {
  const { tab } = bill
  const isOwed = tab !== null && paidOf(bill) === 0
  if (isOwed && !tabs.some(({ sale }) => sale.id === tab.sale.id)) {
    violations.push(`${bill.number} left without its tab`)
  }
}

/** Checks that every hold belongs to a tab, the counter's sale, a parked sale, or a release in progress. */
export function checkHolds(
  { counter, parked }: Pick<Parameters<typeof statesOf>[0], 'counter' | 'parked'>,
  charges: readonly Charge[],
  abandoned: ReadonlySet<string>,
  violations: string[],
): void {
  const known = new Set([
    ...counter.tabs.map(({ sale }) => sale.id),
    ...(counter.sale.kind === 'ready' ? [] : [counter.sale.sale.id]),
    ...parked.map(({ state }) => state.sale.id),
    ...abandoned,
  ])
  for (const { sale_id, status } of charges) {
    if (status === 'held' && !known.has(sale_id)) violations.push(`${sale_id} is held for nobody`)
  }
}

/** Names of all states that the counter is in at this moment. */
export function statesOf({
  counter: { bill, sale, tabs, aside },
  parked,
}: {
  readonly counter: AtCounter
  readonly parked: readonly ParkedSale[]
}): readonly string[] {
  return [
    sale.kind,
    ...(sale.kind === 'deciding' ? [`deciding ${sale.because}`] : []),
    ...tabs.map(({ status }) => `tab ${status}`),
    ...parked.map(({ state }) => `parked ${state.kind}`),
    ...aside.map((one) => (isPaid(one) ? 'aside paid' : `aside ${one.link?.state}`)),
    ...(bill?.link ? [`link ${bill.link.state}`] : []),
    ...(bill?.tenders.some((one) => one.kind === 'card' && one.sale.id.startsWith('link'))
      ? ['paid by link']
      : []),
    ...(bill === null ? [] : [bill.status]),
    ...(bill?.tenders ?? []).map(({ kind, status }) => `${kind} ${status}`),
    ...(bill !== null && isPaid(bill) ? ['paid'] : []),
    ...(bill !== null && bill.tenders.length > 2 ? ['three tenders'] : []),
  ]
}

/**
 * Whether no sale waits for this look-up. Such a look shows what is, and others give nothing back meanwhile: a payment
 * about which the cashier is being asked is refunded only by the counter.
 */
export function isNotWaited({ counter, parked }: CounterRecord, effect: CounterEffect): boolean {
  if (effect.kind !== 'look_up') return false
  const states = [counter.sale, ...parked.map(({ state }) => state)]
  return !states.some((state) => 'parkable' in state && state.sale.id === effect.sale.id)
}
