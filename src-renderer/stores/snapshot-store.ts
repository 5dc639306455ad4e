import { create } from 'zustand'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { keepEqual } from './keep-equal.ts'
import { provisionalSnapshot } from './provisional-snapshot.ts'

interface SnapshotStore {
  /** Null until main has answered for the first time. */
  readonly snapshot: Snapshot | null
}

/** The latest snapshot from main. The windows only read it: no component writes a sale's state. */
export const useSnapshotStore = create<SnapshotStore>()(() => ({ snapshot: null }))

/**
 * Two messages may overtake each other on their way here: only a higher revision replaces what is shown. What it has in
 * common with it stays the same object, so that only what is about something else is drawn anew.
 */
export const newerSnapshot = (shown: Snapshot | null, arrived: Snapshot): Snapshot =>
  shown !== null && arrived.revision <= shown.revision ? shown : keepEqual(shown, arrived)

export function acceptSnapshot(arrived: Snapshot): void {
  useSnapshotStore.setState(({ snapshot }) => ({ snapshot: newerSnapshot(snapshot, arrived) }))
}

/** Nothing is being paid at the counter. */
export const isAtRest = ({ sale, bill }: Snapshot): boolean => sale.kind === 'ready' && bill === null

/** Calls once nothing is being paid: a command's answer may be here before the snapshot that it brought about. */
export function whenAtRest(then: () => void): void {
  const isSo = () => {
    const { snapshot } = useSnapshotStore.getState()
    return snapshot !== null && isAtRest(snapshot)
  }
  if (isSo()) {
    then()
    return
  }
  const stop = useSnapshotStore.subscribe(() => {
    if (!isSo()) return
    stop()
    then()
  })
}

/** Whether main has answered: what is drawn before is out of sight, and nothing in it acts. */
export const useHasSnapshot = (): boolean => useSnapshotStore(({ snapshot }) => snapshot !== null)

/** The snapshot inside the screens; before the first one, what most launches begin with. */
export function useSnapshot<Part>(select: (snapshot: Snapshot) => Part): Part {
  return useSnapshotStore(({ snapshot }) => select(snapshot ?? provisionalSnapshot))
}
