import { isBegun, isPaid } from './balance.ts'
import type { Bill } from './bill.ts'
import type { AtCounter, CounterEvent, CounterStep } from './bill-events.ts'

/** Undone: the customer has the earlier goods again, and their worth is the earlier bill's. */
export const withExchangeReturned = (bill: Bill): Bill => ({
  ...bill,
  tenders: bill.tenders.map((one) => (one.kind === 'exchange' ? { ...one, status: 'returned' } : one)),
})

/** Nobody pays it: what was brought back for it waits for another bill. */
export const withoutUnused = (bill: Bill): Bill =>
  isPaid(bill) || isBegun(bill)
    ? bill
    : { ...bill, tenders: bill.tenders.filter((one) => one.kind !== 'exchange' || one.status !== 'paid') }

/** What a step means for what was brought back, besides what the counter does itself. */
export function withExchange(before: AtCounter, step: CounterStep, event: CounterEvent): CounterStep {
  const { bill } = step.next
  const isNews = event.kind === 'restarted' || bill !== before.bill
  if (bill === null || !isNews || !isDecided(bill)) return step
  return { next: step.next, effects: [...step.effects, { kind: 'follow_exchange', bill }] }
}

/** Its customer has the new goods, or the earlier ones again. */
const isDecided = (bill: Bill): boolean =>
  bill.tenders.some(({ kind, status }) => kind === 'exchange' && (status === 'returned' || isPaid(bill)))
