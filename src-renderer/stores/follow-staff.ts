import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { closeDialog, useDialogStore } from './dialog-store.ts'
import { type Place, roleOf, usePlaceStore } from './place-store.ts'
import { isAtRest, useSnapshotStore } from './snapshot-store.ts'

/** What a new snapshot means for the page behind a PIN that is shown. */
export type StaffMove = 'stay' | 'closed' | 'sale'

/**
 * A role that ends leads back to the counter, and so does a sale: it has the screen to itself.
 * A page whose PIN is still being typed stays, whatever becomes of another role.
 */
export function staffMove(place: Place, before: Snapshot | null, after: Snapshot): StaffMove {
  if (place === 'counter') return 'stay'
  if (!isAtRest(after)) return 'sale'
  if (place === 'sales' || place === 'sign_in') return 'stay'
  // A till that asks who it is says so itself when it locks.
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
