import { create } from 'zustand'
import { openDialog } from './dialog-store.ts'

/** The link whose QR code is shown. */
export const useLinkStore = create<{ readonly shown: string | null }>()(() => ({ shown: null }))

export function showLinkCode(id: string): void {
  useLinkStore.setState({ shown: id })
  openDialog('link_code')
}
