import type { ParkedSale } from '../parked/parked-sale.ts'
import { isSettled } from '../parked/parked-transition.ts'
import { holdsMoney } from './balance.ts'
import type { Bill } from './bill.ts'
import type { AtCounter } from './bill-events.ts'
import { billsHere } from './bills-here.ts'
import { tabLeftBy } from './tab-transition.ts'

/**
 * Whether only the counter decides about this intent: its sale is in progress; its card paid a part of an unpaid bill
 * that is at the counter, put aside or parked; its card is or may be held for a tab; or a person must decide about it.
 * A refund made elsewhere would still count as paid there.
 */
export function claimsIntent(
  { sale, bill, tabs, aside }: Pick<AtCounter, 'sale' | 'bill' | 'tabs' | 'aside'>,
  parked: readonly ParkedSale[],
  intentId: string,
): boolean {
  // An approved sale only waits to be left.
  const underWay = sale.kind !== 'ready' && sale.kind !== 'approved' && sale.sale.intent_id === intentId
  const isHeld = tabs.some((tab) => tab.sale.intent_id === intentId && tab.status !== 'ended')
  const isParked = parked.some(
    (one) => one.state.sale.intent_id === intentId && (isUndecided(one) || isOfTab(one)),
  )
  return (
    underWay ||
    isHeld ||
    isParked ||
    billsHere({ bill, aside }, parked).some((one) => isHeldBy(one, intentId))
  )
}

/** It is no longer looked up, so that a payment given back elsewhere could be kept here. */
const isUndecided = ({ state }: ParkedSale): boolean => state.kind === 'deciding'

const isOfTab = (one: ParkedSale): boolean =>
  one.state.sale.tab !== null && (!isSettled(one) || tabLeftBy(one.state, one.bill) !== null)

const isHeldBy = (bill: Bill, intentId: string): boolean =>
  holdsMoney(bill) &&
  bill.tenders.some((one) => one.kind === 'card' && one.status === 'paid' && one.sale.intent_id === intentId)
