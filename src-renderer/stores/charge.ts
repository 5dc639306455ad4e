import type { Cents } from '../../src-shared/money.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale/sale.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { openCash } from './cash-store.ts'
import { run, send, useCommandStore } from './command-store.ts'
import { openDialog } from './dialog-store.ts'
import { type OrderToPay, type PayWay, useEntryStore } from './entry-store.ts'
import { beginKeysAhead, comesTooLate, forgetKeysAhead } from './keys-ahead.ts'
import { useSnapshotStore } from './snapshot-store.ts'

/** Whether an amount (cents) needs a confirmation before it is charged. */
const isAskedAbout = (amount: Cents, limit: Cents | null): boolean => limit !== null && amount > limit

/** The amount to pay: the chosen order's total, or the typed amount. */
export function payable(): { readonly amount: Cents; readonly order_id?: string } {
  const { amount, order } = useEntryStore.getState()
  return order === null ? { amount } : { amount: order.total, order_id: order.id }
}

/** Opens a bill, which is paid in parts, or is paid at once if it costs nothing. Its screen gets the next keys. */
export async function openBill(): Promise<void> {
  beginKeysAhead()
  const note = useEntryStore.getState().note.trim()
  if ((await run('bill.open', { ...payable(), note })) !== null) forgetKeysAhead()
}

/** Pays the chosen or typed amount in this way. */
export function payEntry(way: PayWay): void {
  const { note, order } = useEntryStore.getState()
  if (payable().amount === 0) return
  if (way === 'cash') openCash(order)
  else if (way === 'split') void openBill()
  else send('sale.charge', { ...payable(), entry: way, note: note.trim() })
}

/**
 * Pays the order or the typed amount, or first asks for confirmation of a large amount, whatever the way to pay. Does
 * nothing if the amount is zero by now; the button shows that. A press while the screen of an earlier one is on its way
 * pays nothing: it was meant for that screen, and confirms only what the cashier has seen there.
 */
export function requestPayment(way: PayWay, order: OrderToPay | null = null): void {
  if (comesTooLate()) return
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

/** The words for each, in the catalogue. */
export const waitsForWords = {
  waitService: 'ready.waitService',
  waitTerminal: 'ready.waitTerminal',
  otherTerminal: 'terminal.choices.title',
  waitAmount: 'ready.waitAmount',
} as const satisfies Readonly<Record<WaitsFor, string>>

type MayBeAway = Pick<Snapshot, 'service' | 'terminal'>

/** What prevents a card payment of any amount; main checks it again. */
export function cardWaitsFor({ service, terminal }: MayBeAway): CardWaitsFor | null {
  if (service.kind !== 'ready') return 'waitService'
  // A terminal that no longer belongs to the shop will not connect again.
  if (terminal.kind === 'not_owned') return 'otherTerminal'
  return terminal.kind === 'connected' ? null : 'waitTerminal'
}

/** What prevents a charge of `amount` cents. */
export const waitsFor = (snapshot: MayBeAway, amount: Cents): WaitsFor | null =>
  cardWaitsFor(snapshot) ?? (amount === 0 ? 'waitAmount' : null)

/** Charges `amount` cents by card, or shows why it cannot: a busy cashier would miss a disabled button. */
export function requestCard(entry: PaymentEntry, amount: Cents, order: OrderToPay | null): void {
  if (comesTooLate()) return
  const { snapshot } = useSnapshotStore.getState()
  if (snapshot === null || amount === 0 || useCommandStore.getState().running.includes('sale.charge')) return
  const missing = waitsFor(snapshot, amount)
  if (missing === null) requestPayment(entry, order)
  else useCommandStore.setState({ away: missing === 'waitService' ? 'service' : 'terminal' })
}

/**
 * The account is unknown before the service's first start; a counter stays closed if its books are in another currency,
 * or cannot be opened.
 */
export const isOpen = ({ service }: Pick<Snapshot, 'service'>): boolean => {
  if (service.kind === 'unreachable') return service.unopened !== true
  return service.kind !== 'starting' && service.kind !== 'other_currency' && service.kind !== 'books_unopened'
}

/** Cash needs no service once the counter is open. */
export const takesCash = (snapshot: Pick<Snapshot, 'service' | 'settings'>): boolean =>
  snapshot.settings.cash && isOpen(snapshot)
