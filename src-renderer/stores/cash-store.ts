import { create } from 'zustand'
import type { Cents } from '../../src-shared/money.ts'
import { type OrderToPay, useEntryStore } from './entry-store.ts'

/** Whether the cashier is taking cash: nothing has been paid by it yet. */
export const useCashStore = create<{ readonly open: boolean }>()(() => ({ open: false }))

/**
 * @param order what is paid where no bill is open; null for what was typed
 * @param part of the open bill, cents; 0 for all that is left of it
 */
export function openCash(order: OrderToPay | null = null, part: Cents = 0): void {
  useEntryStore.setState({ order, part })
  useCashStore.setState({ open: true })
}

export const closeCash = (): void => useCashStore.setState({ open: false })
