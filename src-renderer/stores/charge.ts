import type { Cents } from '../../src-shared/money.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale.ts'
import { send } from './command-store.ts'
import { openDialog } from './dialog-store.ts'
import { type OrderToPay, useEntryStore } from './entry-store.ts'
import { useSnapshotStore } from './snapshot-store.ts'

/** Whether an amount (cents) is asked about before it is charged. */
const isAskedAbout = (amount: Cents, limit: Cents | null): boolean => limit !== null && amount > limit

/** What is about to be paid: the order that was chosen for it, or what was typed. */
export function payable(): { readonly amount: Cents; readonly order_id?: string } {
  const { amount, order } = useEntryStore.getState()
  return order === null ? { amount } : { amount: order.total, order_id: order.id }
}

/** Charges what is about to be paid. */
export function chargeEntry(entry: PaymentEntry): void {
  const { note } = useEntryStore.getState()
  send('sale.charge', { ...payable(), entry, note: note.trim() })
}

/** Charges the order, or what was typed, or asks first whether it is meant. */
export function requestCharge(entry: PaymentEntry, order: OrderToPay | null = null): void {
  const limit = useSnapshotStore.getState().snapshot?.settings.ask_above ?? null
  useEntryStore.setState({ order })
  if (!isAskedAbout(payable().amount, limit)) {
    chargeEntry(entry)
    return
  }
  useEntryStore.setState({ entry })
  openDialog('confirm_charge')
}
