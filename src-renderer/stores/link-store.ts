import { create } from 'zustand'
import type { Cents } from '../../src-shared/money.ts'
import { run, useCommandStore } from './command-store.ts'
import { openDialog } from './dialog-store.ts'
import { type OrderToPay, useEntryStore } from './entry-store.ts'
import { comesTooLate } from './keys-ahead.ts'

/** The link whose QR code is shown, and the entries for the next link. */
export const useLinkStore = create<{
  readonly shown: string | null
  /** The part of the bill that the link is to pay, in cents; null if the link is not part of a bill. */
  readonly ofBill: Cents | null
}>()(() => ({ shown: null, ofBill: null }))

export function showLinkCode(id: string): void {
  useLinkStore.setState({ shown: id })
  openDialog('link_code')
}

/** @param order the order that the link is to pay; null for the typed amount */
export function sendLink(order: OrderToPay | null): void {
  if (comesTooLate()) return
  useEntryStore.setState({ order })
  useLinkStore.setState({ ofBill: null })
  openDialog('send_link')
}

/** An order with a gift card needs a bill from the start: a link without a bill loads no gift cards. */
export async function sendLinkOfOrder(order: OrderToPay): Promise<void> {
  if (comesTooLate() || useCommandStore.getState().running.includes('bill.open')) return
  const note = useEntryStore.getState().note.trim()
  const refusal = await run('bill.open', { amount: order.total, order_id: order.id, note })
  if (refusal === null) sendLinkOfBill(order.total)
}

/** @param amount part of the open bill that the link is to pay */
export function sendLinkOfBill(amount: Cents): void {
  useLinkStore.setState({ ofBill: amount })
  openDialog('send_link')
}
