import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { closeDialog, useDialogStore } from './dialog-store.ts'
import { type Place, roleOf, usePlaceStore } from './place-store.ts'
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
  if (place === 'sales' || place === 'sign_in') return 'stay'
  // A counter with sign-in shows its own message when it locks.
  if (after.staff.people !== null) return 'stay'
  const role = roleOf[place]
  return before?.staff.role === role && after.staff.role !== role ? 'closed' : 'stay'
}

export function followStaff(): () => void {
  return useSnapshotStore.subscribe(({ snapshot: after }, { snapshot: before }) => {
    const { place } = usePlaceStore.getState()
    if (after === null || place === 'counter') return
    const move = staffMove(place, before, after)
    if (move === 'stay') return
    usePlaceStore.setState({
      place: 'counter',
      closedByItself: move === 'closed' && place !== 'sales' && place !== 'sign_in' ? place : null,
    })
    if (useDialogStore.getState().open === 'confirm_action') closeDialog()
  })
}
