import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followStaff, staffMove } from '../../../../src-renderer/stores/follow-staff.ts'
import { goTo, leaveStaffArea, usePlaceStore } from '../../../../src-renderer/stores/place-store.ts'
import { acceptSnapshot, useSnapshotStore } from '../../../../src-renderer/stores/snapshot-store.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import type { StaffRole } from '../../../../src-shared/pos/staff/staff.ts'
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
  usePlaceStore.setState({ place: 'counter', closedByItself: null })
})
afterEach(() => vi.unstubAllGlobals())

describe('a page behind a PIN', () => {
  test('a page behind a PIN stays while its role is open', () => {
    expect(staffMove('payments', withRole('manager'), withRole('manager'))).toBe('stay')
  })

  test('a page behind a PIN closes when its role does', () => {
    expect(staffMove('payments', withRole('manager'), withRole(null))).toBe('closed')
    expect(staffMove('terminals', withRole('installer'), withRole('manager'))).toBe('closed')
  })

  test('a page behind a PIN stays while its PIN is being typed, whatever becomes of another role', () => {
    expect(staffMove('terminals', withRole('manager'), withRole(null))).toBe('stay')
    expect(staffMove('terminals', withRole(null), withRole(null))).toBe('stay')
  })

  test('a page behind a PIN gives way to a sale', () => {
    expect(staffMove('payments', withRole('manager'), snapshots.authorizing)).toBe('sale')
  })

  test('a page behind a PIN is not gone to in the middle of a sale', () => {
    acceptSnapshot(snapshots.authorizing)
    goTo('payments')
    expect(usePlaceStore.getState().place).toBe('counter')
  })
})

describe('the counter', () => {
  test('the counter comes back when a page closed by itself, with a notice of which', () => {
    const stop = followStaff()
    acceptSnapshot(withRole('manager'))
    goTo('payments')
    acceptSnapshot(withRole(null, 2))
    stop()
    expect(usePlaceStore.getState()).toMatchObject({ place: 'counter', closedByItself: 'payments' })
  })

  test('the counter comes back without a notice when the person left, and closes the role', () => {
    const stop = followStaff()
    acceptSnapshot(withRole('manager'))
    goTo('payments')
    leaveStaffArea()
    acceptSnapshot(withRole(null, 2))
    stop()
    expect(leaveStaff).toHaveBeenCalledOnce()
    expect(usePlaceStore.getState()).toMatchObject({ place: 'counter', closedByItself: null })
  })

  test('the counter asks nothing of main when the PIN was never typed', () => {
    acceptSnapshot(withRole(null))
    goTo('terminals')
    leaveStaffArea()
    expect(leaveStaff).not.toHaveBeenCalled()
  })
})
