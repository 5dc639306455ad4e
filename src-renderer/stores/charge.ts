import type { Cents } from '../../src-shared/money.ts'
import { openCash } from './cash-store.ts'
import { send } from './command-store.ts'
import { openDialog } from './dialog-store.ts'
import { type OrderToPay, type PayWay, useEntryStore } from './entry-store.ts'
import { useSnapshotStore } from './snapshot-store.ts'

/** Whether an amount (cents) is asked about before it is charged. */
const isAskedAbout = (amount: Cents, limit: Cents | null): boolean => limit !== null && amount > limit

/** What is about to be paid: the order that was chosen for it, or what was typed. */
export function payable(): { readonly amount: Cents; readonly order_id?: string } {
  const { amount, order } = useEntryStore.getState()
  return order === null ? { amount } : { amount: order.total, order_id: order.id }
}

/** Goes on with what is about to be paid, in this way. */
export function payEntry(way: PayWay): void {
  const { note, order } = useEntryStore.getState()
  if (way === 'cash') openCash(order)
  else if (way === 'split') send('bill.open', { ...payable(), note: note.trim() })
  else send('sale.charge', { ...payable(), entry: way, note: note.trim() })
}

/** Goes on with the order, or what was typed, or asks first whether it is meant: however it is to be paid. */
export function requestPayment(way: PayWay, order: OrderToPay | null = null): void {
  const limit = useSnapshotStore.getState().snapshot?.settings.ask_above ?? null
  useEntryStore.setState({ order })
  if (!isAskedAbout(payable().amount, limit)) {
    payEntry(way)
    return
  }
  useEntryStore.setState({ way })
  openDialog('confirm_charge')
}
