import type { ParkedSale } from '../parked/parked-sale.ts'
import { isBeyondFinding, isRecorded, isSettled } from '../parked/parked-transition.ts'
import type { Bill } from './bill.ts'
import type { AtCounter, CounterStep } from './bill-events.ts'
import { reopen } from './bill-transition.ts'
import { withCardReturned } from './tenders.ts'

/**
 * A person puts a parked sale away: its outcome is known, a manager recorded it, or the service has not known it for a
 * day. A bill that contains other money returns to the counter, which must be free.
 * @returns null if it may not be put away
 */
export function leaveParked(counter: AtCounter, one: ParkedSale, now: number): CounterStep | null {
  if (isRecorded(one)) return leaveRecorded(counter, one)
  return isSettled(one) || isBeyondFinding(one, now) ? reopen(counter, one) : null
}

/**
 * A statement alone does not make a card's payment count: the bill keeps only what is known to be paid. If a person saw
 * that nothing was charged, or that the money is back, the intent is closed: a payment that the service then finds is
 * given back, even if its void never arrived.
 */
function leaveRecorded(counter: AtCounter, { state, bill, record }: ParkedSale): CounterStep | null {
  const { sale } = state
  const done = record?.finding === 'done'
  if (state.kind === 'capturing') {
    // The tab that was not captured is open again, to be closed or released.
    const stopped = { kind: 'stopped', sale, reason: 'refused', detail: '', money: 'not_moved' } as const
    return reopen(counter, {
      state: done ? state : { ...stopped, can_retry: false },
      bill: done ? null : bill,
    })
  }
  const left = reopen(counter, { state, bill: bill && billOfRecorded(bill, state, done) })
  const keepsNothing = state.kind === 'voiding' ? done : state.kind === 'checking' && !done
  if (left === null || !keepsNothing) return left
  const close = { kind: 'cancel_intent', sale_id: sale.id, intent_id: sale.intent_id } as const
  return { ...left, effects: [...left.effects, close] }
}

/** A card whose money was seen to be back pays no part of the bill; one whose money was not seen back still does. */
function billOfRecorded(bill: Bill, state: ParkedSale['state'], done: boolean): Bill {
  if (state.kind === 'checking') return done ? withoutTabOf(bill, state.sale.id) : bill
  if (state.kind !== 'voiding') return bill
  if (done) return withCardReturned(bill, state.sale.id)
  const charged = withoutTabOf(bill, state.sale.id)
  return bill.status === 'undoing' ? { ...charged, status: 'open' } : charged
}

/** If a card was seen to be charged but is not a tender, it has paid the tab, which must not be charged again. */
const withoutTabOf = (bill: Bill, saleId: string): Bill =>
  bill.tenders.some((one) => one.kind === 'card' && one.sale.id === saleId) ? bill : { ...bill, tab: null }
