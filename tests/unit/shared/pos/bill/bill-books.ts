import { cashHeld, holdsMoney, isPaid, paidOf } from '../../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import type { AtCounter } from '../../../../../src-shared/pos/bill/bill-events.ts'
import type { BillCash } from '../../../../../src-shared/pos/cash/cash-entry.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked-sale.ts'

/** What customers owed of the bills that are closed, each against the drawer; and what is wrong with any of them. */
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
      owed += paidOf(bill) + [...roundings, ...tips].reduce((sum, one) => sum + one, 0)
    }
  }
  return owed
}

/** What a customer had and nobody has paid stays among the tabs. */
export function checkTab(bill: Bill, { tabs }: AtCounter, violations: string[]): void {
  const { tab } = bill
  const isOwed = tab !== null && paidOf(bill) === 0
  if (isOwed && !tabs.some(({ sale }) => sale.id === tab.sale.id)) {
    violations.push(`${bill.number} left without its tab`)
  }
}

/** Names of all that a counter is in at this moment. */
export function statesOf({
  counter: { bill, sale, tabs },
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
    ...(bill === null ? [] : [bill.status]),
    ...(bill !== null && isPaid(bill) ? ['paid'] : []),
    ...(bill !== null && bill.tenders.length > 2 ? ['three tenders'] : []),
  ]
}
