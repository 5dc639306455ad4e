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

/** Id of the sale or bill at the counter; null if it is at rest. */
export const idAtCounter = ({ sale, bill }: Snapshot): string | null =>
  sale.kind === 'ready' ? (bill?.id ?? null) : sale.sale.id

/**
 * Calls `then` once the sale at the counter has been left: a command's answer may arrive before the snapshot with its
 * effect. Calls `otherwise` if another sale, or the rest of its bill, takes its place.
 */
export function whenAtRest(then: () => void, otherwise: () => void = () => undefined): void {
  const { snapshot: before } = useSnapshotStore.getState()
  if (isAtRestNow()) {
    then()
    return
  }
  const stop = useSnapshotStore.subscribe(({ snapshot }) => {
    if (snapshot === null) return
    if (!isAtRest(snapshot) && before !== null && idAtCounter(snapshot) === idAtCounter(before)) return
    stop()
    if (isAtRest(snapshot)) then()
    else otherwise()
  })
}

/** Whether main has answered. Before that the drawing is invisible and inactive. */
export const useHasSnapshot = (): boolean => useSnapshotStore(({ snapshot }) => snapshot !== null)

/** Selects from the snapshot; before the first one, from the state in which most launches begin. */
export function useSnapshot<Part>(select: (snapshot: Snapshot) => Part): Part {
  return useSnapshotStore(({ snapshot }) => select(snapshot ?? provisionalSnapshot))
}
