import { create } from 'zustand'
import type { Cents } from '../../src-shared/money.ts'
import { type OrderToPay, useEntryStore } from './entry-store.ts'

/** Whether the cashier is taking cash; no cash has been booked yet. */
export const useCashStore = create<{ readonly open: boolean }>()(() => ({ open: false }))

/**
 * @param order the order to pay if no bill is open; null for a typed amount
 * @param part of the open bill, in cents; 0 for its whole balance
 */
export function openCash(order: OrderToPay | null = null, part: Cents = 0): void {
  useEntryStore.setState({ order, part })
  useCashStore.setState({ open: true })
}

export const closeCash = (): void => useCashStore.setState({ open: false })
