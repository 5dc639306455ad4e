import { create } from 'zustand'
import { openDialog } from './dialog-store.ts'
import { type OrderToPay, useEntryStore } from './entry-store.ts'

/** The link whose QR code is shown. */
export const useLinkStore = create<{ readonly shown: string | null }>()(() => ({ shown: null }))

export function showLinkCode(id: string): void {
  useLinkStore.setState({ shown: id })
  openDialog('link_code')
}

/** @param order what is to be paid by the link; null for what was typed */
export function sendLink(order: OrderToPay | null): void {
  useEntryStore.setState({ order })
  openDialog('send_link')
}
