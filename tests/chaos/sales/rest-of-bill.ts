import type { SaleInput } from '../../../src-main/sale/sale-input.ts'
import {
  balanceOf,
  cashHeld,
  isGivenBack,
  isPaid,
  isPartlyPaid,
} from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { Rest } from './plan.ts'

const noteCents = 500

/**
 * What the cashier does about a bill while no card payment is running: pays, refunds or leaves the rest after a partial
 * approval, and clears a finished bill. @param undone whether undoing the bill was tried before and refused
 */
export function settleRest(bill: Bill, rest: Rest, undone: boolean, id: string): SaleInput {
  if (bill.status === 'undoing') {
    return isGivenBack(bill) || cashHeld(bill) === 0 ? { kind: 'finish' } : { kind: 'cash_returned', id }
  }
  if (isPaid(bill) || !isPartlyPaid(bill)) return { kind: 'finish' }
  if (rest === 'leave') return { kind: 'leave_bill' }
  if (rest === 'undo' && !undone) return { kind: 'undo_bill' }
  const balance = balanceOf(bill)
  const tendered = Math.ceil(balance / noteCents) * noteCents
  return { kind: 'take_cash', id, tendered, balance, step: 1, bill: null }
}
