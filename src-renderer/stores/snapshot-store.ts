import { create } from 'zustand'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { keepEqual } from './keep-equal.ts'
import { provisionalSnapshot } from './provisional-snapshot.ts'

interface SnapshotStore {
  /** Null until main has answered for the first time. */
  readonly snapshot: Snapshot | null
}

/** The latest snapshot from main. Windows only read it: no component writes a sale's state. */
export const useSnapshotStore = create<SnapshotStore>()(() => ({ snapshot: null }))

/**
 * Messages may arrive out of order: only a higher revision replaces the current snapshot. Equal parts stay the same
 * objects, so that only changed parts are redrawn.
 */
export const newerSnapshot = (shown: Snapshot | null, arrived: Snapshot): Snapshot =>
  shown !== null && arrived.revision <= shown.revision ? shown : keepEqual(shown, arrived)

export function acceptSnapshot(arrived: Snapshot): void {
  useSnapshotStore.setState(({ snapshot }) => ({ snapshot: newerSnapshot(snapshot, arrived) }))
}

/** No sale is under way and no bill is open at the counter. */
export const isAtRest = ({ sale, bill }: Snapshot): boolean => sale.kind === 'ready' && bill === null

/** The same of the latest snapshot; false before the first one. */
export function isAtRestNow(): boolean {
  const { snapshot } = useSnapshotStore.getState()
  return snapshot !== null && isAtRest(snapshot)
}

/** Calls `then` once no sale is under way: a command's answer may arrive before the snapshot with its effect. */
export function whenAtRest(then: () => void): void {
  if (isAtRestNow()) {
    then()
    return
  }
  const stop = useSnapshotStore.subscribe(() => {
    if (!isAtRestNow()) return
    stop()
    then()
  })
}

/** Whether main has answered. Before that the drawing is invisible and inactive. */
export const useHasSnapshot = (): boolean => useSnapshotStore(({ snapshot }) => snapshot !== null)

/** Selects from the snapshot; before the first one, from the state in which most launches begin. */
export function useSnapshot<Part>(select: (snapshot: Snapshot) => Part): Part {
  return useSnapshotStore(({ snapshot }) => select(snapshot ?? provisionalSnapshot))
}
