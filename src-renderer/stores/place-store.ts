import { create } from 'zustand'
import type { Right } from '../../src-shared/pos/staff/rights.ts'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import { send } from './command-store.ts'
import { isAtRestNow, useSnapshotStore } from './snapshot-store.ts'

/** The page that this window shows: the counter, the sales, or a page behind a PIN. */
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

/** The role whose PIN opens each page. Main checks it again with every command. */
export const roleOf: Readonly<Record<StaffPlace, StaffRole>> = {
  payments: 'manager',
  items: 'manager',
  people: 'manager',
  hours: 'manager',
  audit: 'manager',
  reports: 'manager',
  terminals: 'installer',
}

export const isStaffPlace = (place: Place): place is StaffPlace => place in roleOf

/** The role that a page belongs to; null for pages without a PIN. */
export const areaOf = (place: Place): StaffRole | null => (isStaffPlace(place) ? roleOf[place] : null)

/** The right that opens each page if people sign in. */
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
  /** The page that closed after a time without input; kept until the person has seen the message. */
  readonly closedByItself: StaffPlace | null
  /** The page that waits, invisible, for the person or the role that was on it (`put-aside.ts`). */
  readonly aside: { readonly by: string; readonly place: Place } | null
  /** Counts the sign-ins of another person than before, who gets new pages. */
  readonly visit: number
  /** Whether the audit page verifies the log as soon as it opens. */
  readonly verifies: boolean
  /** Receipt number of the sale to show; null for the list. */
  readonly sale: string | null
  /** Where Back leads from the sales. */
  readonly salesFrom: 'counter' | 'payments'
}

export const usePlaceStore = create<PlaceStore>()(() => ({
  place: 'counter',
  closedByItself: null,
  aside: null,
  visit: 0,
  verifies: false,
  sale: null,
  salesFrom: 'counter',
}))

/** Opens a page. Does nothing during a sale, which uses the whole screen. */
export function goTo(place: StaffPlace): void {
  if (!isAtRestNow()) return
  usePlaceStore.setState({ place, closedByItself: null })
}

/** Opens the audit page and verifies the log there. */
export function goToVerify(): void {
  goTo('audit')
  usePlaceStore.setState(({ place }) => ({ verifies: place === 'audit' }))
}

/** Opens the list of sales, or one sale. Does nothing during a sale. */
export function goToSales(sale: string | null = null): void {
  if (!isAtRestNow()) return
  usePlaceStore.setState(({ place }) => ({
    place: 'sales',
    closedByItself: null,
    sale,
    salesFrom: place === 'payments' ? 'payments' : 'counter',
  }))
}

/** Opens the sign-in page, to change the person or to lock. Does nothing during a sale. */
export function goToSignIn(): void {
  if (isAtRestNow()) usePlaceStore.setState({ place: 'sign_in', closedByItself: null })
}

export const toCounter = (): void => usePlaceStore.setState({ place: 'counter', closedByItself: null })

/** Returns from the sign-in page once main has answered. Whoever has opened another page by then stays there. */
export function leaveSignIn(): void {
  const { place } = usePlaceStore.getState()
  if (place === 'sign_in' || place === 'counter') toCounter()
}

/** Switches to another page of the same role, which stays open. */
export const turnTo = (place: StaffPlace): void => usePlaceStore.setState({ place })

/** Returns to the counter and closes the open role. */
export function leaveStaffArea(): void {
  toCounter()
  if (useSnapshotStore.getState().snapshot?.staff.role !== null) send('staff.leave', undefined)
}

export const forgetClosed = (): void => usePlaceStore.setState({ closedByItself: null })
