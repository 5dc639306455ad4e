import type { Cents } from '../../src-shared/money.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale/sale.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { openCash } from './cash-store.ts'
import { send, useCommandStore } from './command-store.ts'
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

/** Opens a bill of it: to be paid in parts, or paid at once where it costs nothing. */
export const openBill = (): void =>
  send('bill.open', { ...payable(), note: useEntryStore.getState().note.trim() })

/** Goes on with what is about to be paid, in this way. */
export function payEntry(way: PayWay): void {
  const { note, order } = useEntryStore.getState()
  if (payable().amount === 0) return
  if (way === 'cash') openCash(order)
  else if (way === 'split') openBill()
  else send('sale.charge', { ...payable(), entry: way, note: note.trim() })
}

/**
 * Goes on with the order, or what was typed, or asks first whether it is meant: however it is to be paid. Of an amount that
 * is gone by now nothing is asked: the button that it was pressed by says so.
 */
export function requestPayment(way: PayWay, order: OrderToPay | null = null): void {
  const limit = useSnapshotStore.getState().snapshot?.settings.ask_above ?? null
  useEntryStore.setState({ order })
  if (payable().amount === 0) return
  if (!isAskedAbout(payable().amount, limit)) {
    payEntry(way)
    return
  }
  useEntryStore.setState({ way })
  openDialog('confirm_charge')
}

type CardWaitsFor = 'waitService' | 'waitTerminal' | 'otherTerminal'
export type WaitsFor = CardWaitsFor | 'waitAmount'
type MayBeAway = Pick<Snapshot, 'service' | 'terminal'>

/** What is missing before a card can be asked for, whatever is charged on it; main checks it again. */
export function cardWaitsFor({ service, terminal }: MayBeAway): CardWaitsFor | null {
  if (service.kind !== 'ready') return 'waitService'
  // For one that left the shop nobody waits.
  if (terminal.kind === 'not_owned') return 'otherTerminal'
  return terminal.kind === 'connected' ? null : 'waitTerminal'
}

/** What is missing before a charge of `amount` cents can be asked for. */
export const waitsFor = (snapshot: MayBeAway, amount: Cents): WaitsFor | null =>
  cardWaitsFor(snapshot) ?? (amount === 0 ? 'waitAmount' : null)

/** Goes on by card with `amount` cents, and says so where it cannot: whoever looks at the customer sees no button that rests. */
export function requestCard(entry: PaymentEntry, amount: Cents, order: OrderToPay | null): void {
  const { snapshot } = useSnapshotStore.getState()
  if (snapshot === null || amount === 0 || useCommandStore.getState().running.includes('sale.charge')) return
  const missing = waitsFor(snapshot, amount)
  if (missing === null) requestPayment(entry, order)
  else useCommandStore.setState({ away: missing === 'waitService' ? 'service' : 'terminal' })
}

/** Before the first start of the service it is not known whose counter this is; and one of two currencies stays shut. */
export const isOpen = ({ service }: Pick<Snapshot, 'service'>): boolean =>
  service.kind !== 'starting' && service.kind !== 'other_currency'

/** Cash needs no service, once the counter is open. */
export const takesCash = (snapshot: Pick<Snapshot, 'service' | 'settings'>): boolean =>
  snapshot.settings.cash && isOpen(snapshot)
