import { beforeEach, describe, expect, test } from 'vitest'
import {
  acceptSnapshot,
  newerSnapshot,
  useSnapshotStore,
} from '../../../../src-renderer/stores/snapshot-store.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const at = (revision: number) => ({ ...snapshots.ready, revision })
const shown = () => useSnapshotStore.getState().snapshot?.revision ?? null

describe('the current snapshot', () => {
  beforeEach(() => useSnapshotStore.setState({ snapshot: null }))

  test('there is no current snapshot before the first one from main', () => {
    expect(shown()).toBeNull()
  })

  test('the first snapshot is accepted, whatever its revision', () => {
    acceptSnapshot(at(7))
    expect(shown()).toBe(7)
  })

  test('a snapshot with a higher revision replaces the current one', () => {
    acceptSnapshot(at(7))
    acceptSnapshot(at(9))
    expect(shown()).toBe(9)
  })

  test('a late snapshot with the same or a lower revision is ignored', () => {
    const first = at(7)
    expect(newerSnapshot(first, at(6))).toBe(first)
    expect(newerSnapshot(first, at(7))).toBe(first)
  })
})
