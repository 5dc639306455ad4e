import { create } from 'zustand'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { askMain } from '../bridge.ts'
import { createLatest } from '../stores/latest.ts'
import { leaveStaffArea, usePlaceStore } from '../stores/place-store.ts'

interface SalesStore {
  /** Null before they were read. */
  readonly recent: readonly SoldSale[] | null
  readonly sale: SoldSale | null
  /** The number that no sale here has. */
  readonly missing: string | null
}

export const useSalesStore = create<SalesStore>()(() => ({ recent: null, sale: null, missing: null }))

const latest = createLatest()

export async function loadRecent(): Promise<void> {
  const answer = await askMain('sales.recent', undefined)
  if (answer.ok) useSalesStore.setState({ recent: answer.value })
}

/** By its receipt's number, typed or scanned. */
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

/** @param to where the other goods are rung up, or where it was come from */
export function leaveSales(to: 'counter' | null = null): void {
  latest.forget()
  useSalesStore.setState({ recent: null, sale: null, missing: null })
  if (to === 'counter') leaveStaffArea()
  else usePlaceStore.setState(({ salesFrom }) => ({ place: salesFrom }))
}
