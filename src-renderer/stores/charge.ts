import type { Cents } from '../../src-shared/money.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale.ts'
import { send } from './command-store.ts'
import { openDialog } from './dialog-store.ts'
import { useEntryStore } from './entry-store.ts'
import { useSnapshotStore } from './snapshot-store.ts'

/** Whether an amount (cents) is asked about before it is charged. */
const isAskedAbout = (amount: Cents, limit: Cents | null): boolean => limit !== null && amount > limit

/** Charges what was typed. */
export function chargeEntry(entry: PaymentEntry): void {
  const { amount, note } = useEntryStore.getState()
  send('sale.charge', { amount, entry, note: note.trim() })
}

/** Charges what was typed, or asks first whether it is meant. */
export function requestCharge(entry: PaymentEntry): void {
  const limit = useSnapshotStore.getState().snapshot?.settings.ask_above ?? null
  if (!isAskedAbout(useEntryStore.getState().amount, limit)) {
    chargeEntry(entry)
    return
  }
  useEntryStore.setState({ entry })
  openDialog('confirm_charge')
}
