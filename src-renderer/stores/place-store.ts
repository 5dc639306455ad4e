import { create } from 'zustand'
import type { StaffRole } from '../../src-shared/pos/staff.ts'
import { send } from './command-store.ts'
import { isAtRest, useSnapshotStore } from './snapshot-store.ts'

/** Where this window is: at the counter, at what was sold, or at a page behind a PIN. */
export type Place = 'counter' | 'sales' | 'payments' | 'items' | 'terminals'
export type StaffPlace = Exclude<Place, 'counter' | 'sales'>

/** Whose PIN opens which page. Main checks it again with every command. */
export const roleOf: Readonly<Record<StaffPlace, StaffRole>> = {
  payments: 'manager',
  items: 'manager',
  terminals: 'installer',
}

interface PlaceStore {
  readonly place: Place
  /** The page that closed because nothing happened on it for a while, until the person has seen it. */
  readonly closedByItself: StaffPlace | null
  /** The receipt's number whose sale is to be shown; null for the list of all. */
  readonly sale: string | null
}

export const usePlaceStore = create<PlaceStore>()(() => ({
  place: 'counter',
  closedByItself: null,
  sale: null,
}))

/** Goes to a page; not in the middle of a sale, which has the screen to itself. */
export function goTo(place: StaffPlace): void {
  const { snapshot } = useSnapshotStore.getState()
  if (snapshot === null || !isAtRest(snapshot)) return
  usePlaceStore.setState({ place, closedByItself: null })
}

/** To what was sold, or to one sale of it; not in the middle of a sale. */
export function goToSales(sale: string | null = null): void {
  const { snapshot } = useSnapshotStore.getState()
  if (snapshot === null || !isAtRest(snapshot)) return
  usePlaceStore.setState({ place: 'sales', closedByItself: null, sale })
}

/** From one page of a role to another: the role stays open. */
export const turnTo = (place: StaffPlace): void => usePlaceStore.setState({ place })

/** Back to the cashier. Whoever leaves takes the open role with them. */
export function leaveStaffArea(): void {
  usePlaceStore.setState({ place: 'counter', closedByItself: null })
  if (useSnapshotStore.getState().snapshot?.staff.role !== null) send('staff.leave', undefined)
}

export const forgetClosed = (): void => usePlaceStore.setState({ closedByItself: null })
