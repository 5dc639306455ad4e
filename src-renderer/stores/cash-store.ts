import { create } from 'zustand'
import { type OrderToPay, useEntryStore } from './entry-store.ts'

/** Whether the cashier is taking cash: nothing has been paid by it yet. */
export const useCashStore = create<{ readonly open: boolean }>()(() => ({ open: false }))

/** @param order what is paid where no bill is open; null for what was typed */
export function openCash(order: OrderToPay | null = null): void {
  useEntryStore.setState({ order })
  useCashStore.setState({ open: true })
}

export const closeCash = (): void => useCashStore.setState({ open: false })
