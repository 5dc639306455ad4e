import { create } from 'zustand'
import { openDialog } from '../stores/dialog-store.ts'
import { type OrderToPay, useEntryStore } from '../stores/entry-store.ts'
import { comesTooLate } from '../stores/keys-ahead.ts'
import { useSnapshotStore } from '../stores/snapshot-store.ts'

/** The tab whose dialog is shown, by the id of the sale that opened it. */
export const useTabStore = create<{ readonly shown: string | null }>()(() => ({ shown: null }))

export function showTab(id: string): void {
  useTabStore.setState({ shown: id })
  openDialog('tab')
}

/** Puts the order or the typed amount on a tab, existing or new. */
export function putOnTab(order: OrderToPay | null): void {
  if (comesTooLate()) return
  useEntryStore.setState({ order })
  const open = useSnapshotStore.getState().snapshot?.tabs.length ?? 0
  openDialog(open === 0 ? 'open_tab' : 'tabs')
}
