import { create } from 'zustand'
import type { Right } from '../../src-shared/pos/staff/rights.ts'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import { send } from './command-store.ts'
import { isAtRest, useSnapshotStore } from './snapshot-store.ts'

/** Where this window is: at the counter, at what was sold, or at a page behind a PIN. */
export type Place =
  | 'counter'
  | 'sales'
  | 'sign_in'
  | 'payments'
  | 'items'
  | 'reports'
  | 'people'
  | 'hours'
  | 'audit'
  | 'terminals'
export type StaffPlace = Exclude<Place, 'counter' | 'sales' | 'sign_in'>

/** Whose PIN opens which page. Main checks it again with every command. */
export const roleOf: Readonly<Record<StaffPlace, StaffRole>> = {
  payments: 'manager',
  items: 'manager',
  people: 'manager',
  hours: 'manager',
  audit: 'manager',
  reports: 'manager',
  terminals: 'installer',
}

/** Whose pages a place is one of; null for those without a PIN. */
export const areaOf = (place: Place): StaffRole | null =>
  place === 'counter' || place === 'sales' || place === 'sign_in' ? null : roleOf[place]

/** What it takes to open which page, where people sign in. */
export const rightOf: Readonly<Record<StaffPlace, Right>> = {
  payments: 'see_payments',
  items: 'edit_items',
  reports: 'see_reports',
  people: 'manage_people',
  hours: 'see_hours',
  audit: 'see_audit',
  terminals: 'set_up_terminals',
}

interface PlaceStore {
  readonly place: Place
  /** The page that closed because nothing happened on it for a while, until the person has seen it. */
  readonly closedByItself: StaffPlace | null
  /** The page of who did what is to verify it as soon as it is open. */
  readonly verifies: boolean
  /** The receipt's number whose sale is to be shown; null for the list of all. */
  readonly sale: string | null
  /** Where Back leads from what was sold. */
  readonly salesFrom: 'counter' | 'payments'
}

export const usePlaceStore = create<PlaceStore>()(() => ({
  place: 'counter',
  closedByItself: null,
  verifies: false,
  sale: null,
  salesFrom: 'counter',
}))

/** Goes to a page; not in the middle of a sale, which has the screen to itself. */
export function goTo(place: StaffPlace): void {
  const { snapshot } = useSnapshotStore.getState()
  if (snapshot === null || !isAtRest(snapshot)) return
  usePlaceStore.setState({ place, closedByItself: null })
}

/** To who did what, to have it verified as soon as the page is open. */
export function goToVerify(): void {
  goTo('audit')
  usePlaceStore.setState(({ place }) => ({ verifies: place === 'audit' }))
}

/** To what was sold, or to one sale of it; not in the middle of a sale. */
export function goToSales(sale: string | null = null): void {
  const { snapshot } = useSnapshotStore.getState()
  if (snapshot === null || !isAtRest(snapshot)) return
  usePlaceStore.setState(({ place }) => ({
    place: 'sales',
    closedByItself: null,
    sale,
    salesFrom: place === 'payments' ? 'payments' : 'counter',
  }))
}

/** To who is at the till: another person takes over, or it is locked. Not in the middle of a sale. */
export function goToSignIn(): void {
  const { snapshot } = useSnapshotStore.getState()
  if (snapshot !== null && isAtRest(snapshot))
    usePlaceStore.setState({ place: 'sign_in', closedByItself: null })
}

export const toCounter = (): void => usePlaceStore.setState({ place: 'counter', closedByItself: null })

/** From one page of a role to another: the role stays open. */
export const turnTo = (place: StaffPlace): void => usePlaceStore.setState({ place })

/** Back to the cashier. Whoever leaves takes the open role with them. */
export function leaveStaffArea(): void {
  usePlaceStore.setState({ place: 'counter', closedByItself: null })
  if (useSnapshotStore.getState().snapshot?.staff.role !== null) send('staff.leave', undefined)
}

export const forgetClosed = (): void => usePlaceStore.setState({ closedByItself: null })
