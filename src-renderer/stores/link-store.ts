import { create } from 'zustand'
import type { Cents } from '../../src-shared/money.ts'
import { run } from './command-store.ts'
import { openDialog } from './dialog-store.ts'
import { type OrderToPay, useEntryStore } from './entry-store.ts'

/** The link whose QR code is shown, and what is asked about the next one. */
export const useLinkStore = create<{
  readonly shown: string | null
  /** What a link is to pay of the bill, cents; null where it pays by itself. */
  readonly ofBill: Cents | null
}>()(() => ({ shown: null, ofBill: null }))

export function showLinkCode(id: string): void {
  useLinkStore.setState({ shown: id })
  openDialog('link_code')
}

/** @param order what is to be paid by the link; null for what was typed */
export function sendLink(order: OrderToPay | null): void {
  useEntryStore.setState({ order })
  useLinkStore.setState({ ofBill: null })
  openDialog('send_link')
}

/** An order with a gift card is a bill at once: what is paid by a link that pays by itself puts nothing on cards. */
export async function sendLinkOfOrder(order: OrderToPay): Promise<void> {
  const note = useEntryStore.getState().note.trim()
  const refusal = await run('bill.open', { amount: order.total, order_id: order.id, note })
  if (refusal === null) sendLinkOfBill(order.total)
}

/** @param amount what of the open bill is to be paid by the link */
export function sendLinkOfBill(amount: Cents): void {
  useLinkStore.setState({ ofBill: amount })
  openDialog('send_link')
}
