import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { closeDialog, useDialogStore } from './dialog-store.ts'
import { areaOf, isStaffPlace, type Place, roleOf, usePlaceStore } from './place-store.ts'
import { dropAside, putAside, takeBack } from './put-aside.ts'
import { isAtRest, useSnapshotStore } from './snapshot-store.ts'

/** The effect of a new snapshot on the page behind a PIN that is shown. */
export type StaffMove = 'stay' | 'closed' | 'sale'

/**
 * The page closes when its role ends or when a sale starts, because a sale uses the whole screen. A page whose PIN is
 * still being typed stays, whatever happens to another role.
 */
export function staffMove(place: Place, before: Snapshot | null, after: Snapshot): StaffMove {
  if (place === 'counter') return 'stay'
  if (!isAtRest(after)) return 'sale'
  if (!isStaffPlace(place)) return 'stay'
  // A counter with sign-in shows its own message when it locks.
  if (after.staff.people !== null) return 'stay'
  const role = roleOf[place]
  return before?.staff.role === role && after.staff.role !== role ? 'closed' : 'stay'
}

const personIn = (snapshot: Snapshot | null): string | null => snapshot?.staff.people?.present?.id ?? null

/** Who was in, and can come back: not one who was just taken off the people. */
const mayComeBack = (before: Snapshot | null, { staff }: Snapshot): string | null => {
  const was = personIn(before)
  return staff.people?.shown.some(({ id }) => id === was) === true ? was : null
}

/** Whether people sign in here, and nobody is in. */
const isLocked = (snapshot: Snapshot | null): boolean => snapshot?.staff.people?.present === null

/**
 * After the counter has locked: puts the page and the open dialog aside, which would cover the sign-in screen and take the
 * keyboard from the PIN. The dialog about closing Countertop stays open, since it does not belong to the counter.
 */
function whenLocked(person_id: string | null): void {
  const { place, aside } = usePlaceStore.getState()
  const { open } = useDialogStore.getState()
  const hasDialog = open !== null && open !== 'confirm_close'
  // The button that locks the counter is on its own page and the sign-in page: on any other it has locked itself.
  const isOnPage = place !== 'counter' && place !== 'sign_in'
  // A recovery code may still be shown, behind which their page waits.
  const wasAtWork = hasDialog || isOnPage || aside?.by === person_id
  if (person_id !== null && wasAtWork) putAside(person_id, place === 'sign_in' ? 'counter' : place)
  else {
    dropAside()
    if (hasDialog) closeDialog()
  }
  usePlaceStore.setState({ place: 'counter' })
}

/** After a sign-in: a person who was signed in when the counter locked itself returns to their page. */
function whenUnlocked(person_id: string, isFree: boolean): void {
  const { aside } = usePlaceStore.getState()
  if (isFree && aside?.by === person_id) {
    usePlaceStore.setState({ place: aside.place })
    takeBack()
  } else {
    dropAside()
    usePlaceStore.setState(({ visit }) => ({ place: 'counter', visit: visit + 1 }))
  }
}

/** After a role's PIN: its page that closed by itself continues, unless another of its pages was opened. */
function whenRoleOpened(place: Place): void {
  const { aside } = usePlaceStore.getState()
  if (aside === null || areaOf(place) !== aside.by) return
  if (aside.place === place) takeBack()
  else dropAside()
}

export function followStaff(): () => void {
  return useSnapshotStore.subscribe(({ snapshot: after }, { snapshot: before }) => {
    if (after === null) return
    const is = personIn(after)
    if (isLocked(after) && !isLocked(before)) return whenLocked(mayComeBack(before, after))
    if (isLocked(before) && is !== null) return whenUnlocked(is, isAtRest(after))
    const { place } = usePlaceStore.getState()
    if (place === 'counter') return
    const { role } = after.staff
    if (role !== null && role !== before?.staff.role && role === areaOf(place)) whenRoleOpened(place)
    const move = staffMove(place, before, after)
    if (move === 'stay') return
    const closedByItself = move === 'closed' && isStaffPlace(place) ? place : null
    if (closedByItself !== null) {
      putAside(roleOf[closedByItself], closedByItself, useDialogStore.getState().open === 'confirm_action')
    }
    usePlaceStore.setState({ place: 'counter', closedByItself })
    if (useDialogStore.getState().open === 'confirm_action') closeDialog()
  })
}
