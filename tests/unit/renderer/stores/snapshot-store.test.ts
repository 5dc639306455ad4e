import { beforeEach, describe, expect, test } from 'vitest'
import {
  acceptSnapshot,
  newerSnapshot,
  useSnapshotStore,
} from '../../../../src-renderer/stores/snapshot-store.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const at = (revision: number) => ({ ...snapshots.ready, revision })
const shown = () => useSnapshotStore.getState().snapshot?.revision ?? null

describe('the snapshot that is shown', () => {
  beforeEach(() => useSnapshotStore.setState({ snapshot: null }))

  test('the snapshot that is shown is none before the first one from main', () => {
    expect(shown()).toBeNull()
  })

  test('the snapshot that is shown is the first one, whatever its revision', () => {
    acceptSnapshot(at(7))
    expect(shown()).toBe(7)
  })

  test('the snapshot that is shown gives way to a higher revision', () => {
    acceptSnapshot(at(7))
    acceptSnapshot(at(9))
    expect(shown()).toBe(9)
  })

  test('the snapshot that is shown stays when a lower or the same revision arrives late', () => {
    const first = at(7)
    expect(newerSnapshot(first, at(6))).toBe(first)
    expect(newerSnapshot(first, at(7))).toBe(first)
  })
})
