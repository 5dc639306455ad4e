import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDialog, useDialogStore } from '../../../../src-renderer/stores/dialog-store.ts'
import { followStaff, staffMove } from '../../../../src-renderer/stores/follow-staff.ts'
import { goTo, leaveStaffArea, usePlaceStore } from '../../../../src-renderer/stores/place-store.ts'
import { closeRecoveryCode, showRecoveryCode } from '../../../../src-renderer/stores/put-aside.ts'
import { acceptSnapshot, useSnapshotStore } from '../../../../src-renderer/stores/snapshot-store.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import type { StaffRole } from '../../../../src-shared/pos/staff/staff.ts'
import { peopleScenes } from '../../../pictures/people-scenes.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const withRole = (role: StaffRole | null, revision = 1): Snapshot => ({
  ...snapshots.ready,
  revision,
  staff: { ...snapshots.ready.staff, role },
})
const leaveStaff = vi.fn(async () => ({ ok: true, value: null }))

beforeEach(() => {
  leaveStaff.mockClear()
  vi.stubGlobal('window', { countertop: { commands: { 'staff.leave': leaveStaff } } })
  useSnapshotStore.setState({ snapshot: null })
  usePlaceStore.setState({ place: 'counter', closedByItself: null, aside: null, visit: 0 })
  useDialogStore.setState({ open: null, aside: null })
})
afterEach(() => vi.unstubAllGlobals())

describe('a page behind a PIN', () => {
  test('a page behind a PIN stays while its role is open', () => {
    expect(staffMove('payments', withRole('manager'), withRole('manager'))).toBe('stay')
  })

  test('a page behind a PIN closes when its role ends', () => {
    expect(staffMove('payments', withRole('manager'), withRole(null))).toBe('closed')
    expect(staffMove('terminals', withRole('installer'), withRole('manager'))).toBe('closed')
  })

  test('a page whose PIN is being typed stays when another role ends', () => {
    expect(staffMove('terminals', withRole('manager'), withRole(null))).toBe('stay')
    expect(staffMove('terminals', withRole(null), withRole(null))).toBe('stay')
  })

  test('a page behind a PIN closes for a sale', () => {
    expect(staffMove('payments', withRole('manager'), snapshots.authorizing)).toBe('sale')
  })

  test('a page behind a PIN cannot be opened during a sale', () => {
    acceptSnapshot(snapshots.authorizing)
    goTo('payments')
    expect(usePlaceStore.getState().place).toBe('counter')
  })
})

describe('the counter', () => {
  test('when a page closes by itself, the counter opens with a notice that names the page', () => {
    const stop = followStaff()
    acceptSnapshot(withRole('manager'))
    goTo('payments')
    acceptSnapshot(withRole(null, 2))
    stop()
    expect(usePlaceStore.getState()).toMatchObject({ place: 'counter', closedByItself: 'payments' })
  })

  test('when the person leaves a page, the counter opens without a notice and the role is closed', () => {
    const stop = followStaff()
    acceptSnapshot(withRole('manager'))
    goTo('payments')
    leaveStaffArea()
    acceptSnapshot(withRole(null, 2))
    stop()
    expect(leaveStaff).toHaveBeenCalledOnce()
    expect(usePlaceStore.getState()).toMatchObject({ place: 'counter', closedByItself: null })
  })

  test('leaving a page whose PIN was never typed sends nothing to main', () => {
    acceptSnapshot(withRole(null))
    goTo('terminals')
    leaveStaffArea()
    expect(leaveStaff).not.toHaveBeenCalled()
  })
})

describe('a page that closed by itself', () => {
  const closed = (confirms: boolean) => {
    acceptSnapshot(withRole('manager'))
    goTo('payments')
    if (confirms) openDialog('confirm_action')
    acceptSnapshot(withRole(null, 2))
  }

  test('waits with its confirmation for the PIN of its role', () => {
    const stop = followStaff()
    closed(true)
    expect(useDialogStore.getState().open).toBeNull()
    expect(usePlaceStore.getState().aside).toEqual({ by: 'manager', place: 'payments' })
    goTo('payments')
    expect(usePlaceStore.getState().aside).not.toBeNull()
    acceptSnapshot(withRole('manager', 3))
    stop()
    expect(usePlaceStore.getState()).toMatchObject({ place: 'payments', aside: null })
    expect(useDialogStore.getState().open).toBe('confirm_action')
  })

  test('is dropped if its role opens another page, and not by another role', () => {
    const stop = followStaff()
    closed(false)
    goTo('terminals')
    acceptSnapshot(withRole('installer', 3))
    expect(usePlaceStore.getState().aside).toEqual({ by: 'manager', place: 'payments' })
    goTo('items')
    acceptSnapshot(withRole('manager', 4))
    stop()
    expect(usePlaceStore.getState()).toMatchObject({ place: 'items', aside: null })
  })
})

describe('a counter where people sign in', () => {
  const { snapshot } = peopleScenes.people
  const { people } = snapshot.staff
  /** A snapshot with this person signed in, or with nobody. */
  const withPerson = (id: string | null, revision: number): Snapshot => ({
    ...snapshot,
    revision,
    staff: {
      ...snapshot.staff,
      people: people && {
        ...people,
        present: id === null || people.present === null ? null : { ...people.present, id },
      },
    },
  })
  /** A person runs `go`, the counter locks itself, and `next` signs in. */
  const lockAt = (go: () => void, next: string) => {
    useSnapshotStore.setState({ snapshot: null })
    const stop = followStaff()
    acceptSnapshot(withPerson('person_1', 1))
    go()
    acceptSnapshot(withPerson(null, 2))
    const locked = { ...usePlaceStore.getState(), open: useDialogStore.getState().open }
    acceptSnapshot(withPerson(next, 3))
    stop()
    return { locked, after: { ...usePlaceStore.getState(), open: useDialogStore.getState().open } }
  }

  test('a counter that locks itself closes an open dialog, which would keep the keyboard from the PIN', () => {
    const { locked, after } = lockAt(() => openDialog('drawer'), 'person_1')
    expect(locked).toMatchObject({ open: null, aside: { by: 'person_1', place: 'counter' } })
    expect(after).toMatchObject({ place: 'counter', aside: null })
  })

  test('a dialog in which something was typed opens again for its person, and for nobody else', () => {
    expect(lockAt(() => openDialog('drawer'), 'person_1').after.open).toBe('drawer')
    const { after } = lockAt(() => openDialog('drawer'), 'person_3')
    expect(after.open).toBeNull()
    expect(useDialogStore.getState().aside).toBeNull()
  })

  test('a dialog waits behind the recovery code of its person, whichever of the two comes first', () => {
    useSnapshotStore.setState({ snapshot: null })
    const stop = followStaff()
    const open = () => useDialogStore.getState().open
    acceptSnapshot(withPerson('person_1', 1))
    for (const [revision, comesFirst] of [
      [2, 'code'],
      [4, 'person'],
    ] as const) {
      openDialog('drawer')
      acceptSnapshot(withPerson(null, revision))
      if (comesFirst === 'code') showRecoveryCode('ABCD')
      acceptSnapshot(withPerson('person_1', revision + 1))
      if (comesFirst === 'person') showRecoveryCode('ABCD')
      expect(open()).toBeNull()
      closeRecoveryCode()
      expect(open()).toBe('drawer')
    }
    // The counter locks itself again before the code is written down.
    openDialog('drawer')
    showRecoveryCode('ABCD')
    acceptSnapshot(withPerson(null, 6))
    acceptSnapshot(withPerson('person_1', 7))
    expect(open()).toBeNull()
    closeRecoveryCode()
    expect(open()).toBe('drawer')
    // Nobody else gets it.
    acceptSnapshot(withPerson(null, 8))
    showRecoveryCode('ABCD')
    acceptSnapshot(withPerson('person_3', 9))
    closeRecoveryCode()
    expect(open()).toBeNull()
    stop()
  })

  test('a question that moves money or needs a PIN is asked again', () => {
    expect(lockAt(() => openDialog('leave_bill'), 'person_1').after.open).toBeNull()
    expect(lockAt(() => openDialog('approve_command'), 'person_1').after.open).toBeNull()
  })

  test('another person gets new pages', () => {
    expect(lockAt(() => goTo('payments'), 'person_1').after.visit).toBe(0)
    expect(lockAt(() => goTo('payments'), 'person_3').after.visit).toBe(1)
  })

  test('after the counter locked itself, only the person who was on a page returns to it', () => {
    const { locked, after } = lockAt(() => goTo('payments'), 'person_1')
    expect(locked).toMatchObject({ place: 'counter', aside: { place: 'payments' } })
    expect(after).toMatchObject({ place: 'payments', aside: null })
    expect(lockAt(() => goTo('payments'), 'person_3').after).toMatchObject({
      place: 'counter',
      aside: null,
    })
  })

  test('a counter that locked with nothing open has nothing to return to', () => {
    expect(lockAt(() => undefined, 'person_1').locked.aside).toBeNull()
  })

  test('a counter does not report that it locked itself if the person who was signed in no longer works here', () => {
    useSnapshotStore.setState({ snapshot: null })
    const stop = followStaff()
    acceptSnapshot(withPerson('person_9', 1))
    goTo('people')
    acceptSnapshot(withPerson(null, 2))
    stop()
    expect(usePlaceStore.getState()).toMatchObject({ place: 'counter', aside: null })
  })

  test('a counter that locks because the service has staff for it also closes its dialog', () => {
    useSnapshotStore.setState({ snapshot: null })
    const stop = followStaff()
    acceptSnapshot(withRole('manager', 1))
    goTo('payments')
    openDialog('confirm_action')
    acceptSnapshot(withPerson(null, 2))
    stop()
    expect(useDialogStore.getState().open).toBeNull()
    // Nobody who could come back was in by name.
    expect(usePlaceStore.getState()).toMatchObject({ place: 'counter', aside: null })
  })

  test('the question whether to close the app stays open when the counter locks', () => {
    expect(lockAt(() => openDialog('confirm_close'), 'person_1').locked.open).toBe('confirm_close')
  })
})
