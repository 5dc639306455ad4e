import { isBegun, isPaid } from './balance.ts'
import type { Bill } from './bill.ts'
import type { AtCounter, CounterEvent, CounterStep } from './bill-events.ts'

/** Undoes the exchange: the customer has the earlier goods again, and their worth belongs to the earlier bill. */
export const withExchangeReturned = (bill: Bill): Bill => ({
  ...bill,
  tenders: bill.tenders.map((one) => (one.kind === 'exchange' ? { ...one, status: 'returned' } : one)),
})

/** Removes an unused exchange credit from an unpaid bill: it waits for another bill. */
export const withoutUnused = (bill: Bill): Bill =>
  isPaid(bill) || isBegun(bill)
    ? bill
    : { ...bill, tenders: bill.tenders.filter((one) => one.kind !== 'exchange' || one.status !== 'paid') }

/** Adds the effects of a step on an exchange. */
export function withExchange(before: AtCounter, step: CounterStep, event: CounterEvent): CounterStep {
  const { bill } = step.next
  const isNews = event.kind === 'restarted' || bill !== before.bill
  if (bill === null || !isNews || !hasOutcome(bill)) return step
  return { next: step.next, effects: [...step.effects, { kind: 'follow_exchange', bill }] }
}

/** Whether the exchange has an outcome: the customer has the new goods, or the earlier ones again. */
const hasOutcome = (bill: Bill): boolean =>
  bill.tenders.some(({ kind, status }) => kind === 'exchange' && (status === 'returned' || isPaid(bill)))
