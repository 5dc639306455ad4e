import { create } from 'zustand'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { askMain } from '../bridge.ts'
import { createLatest } from '../stores/latest.ts'
import { leaveStaffArea, usePlaceStore } from '../stores/place-store.ts'

interface SalesStore {
  /** Null until they are read. */
  readonly recent: readonly SoldSale[] | null
  readonly sale: SoldSale | null
  /** The number that matches no sale of this counter. */
  readonly missing: string | null
}

export const useSalesStore = create<SalesStore>()(() => ({ recent: null, sale: null, missing: null }))

const latest = createLatest()

export async function loadRecent(): Promise<void> {
  const answer = await askMain('sales.recent', undefined)
  if (answer.ok) useSalesStore.setState({ recent: answer.value })
}

/** Opens a sale by its typed or scanned receipt number. */
export async function openSale(number: string): Promise<void> {
  const answer = await latest.only(() => askMain('sales.open', { number }))
  if (answer === null) return
  if (answer.ok) useSalesStore.setState({ sale: answer.value, missing: null })
  else useSalesStore.setState({ missing: number.trim().toUpperCase() })
}

export function closeSale(): void {
  latest.forget()
  useSalesStore.setState({ sale: null, missing: null })
  void loadRecent()
}

export function forgetSales(): void {
  latest.forget()
  useSalesStore.setState({ recent: null, sale: null, missing: null })
}

/** @param to 'counter' to ring up other goods; null to return to the page that opened the sales */
export function leaveSales(to: 'counter' | null = null): void {
  forgetSales()
  if (to === 'counter') leaveStaffArea()
  else usePlaceStore.setState(({ salesFrom }) => ({ place: salesFrom }))
}
