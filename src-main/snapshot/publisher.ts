import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** The one description of everything that the windows draw. */
export interface SnapshotPublisher {
  present(): Snapshot
  /** Changes of one tick are sent as one snapshot, at the end of that tick: later would be seen. */
  update(changes: Partial<Omit<Snapshot, 'revision'>>): void
}

export function createPublisher(
  initial: Omit<Snapshot, 'revision'>,
  send: (snapshot: Snapshot) => void,
): SnapshotPublisher {
  let snapshot: Snapshot = { ...initial, revision: 1 }
  let scheduled = false
  return {
    present: () => snapshot,
    update(changes) {
      snapshot = { ...snapshot, ...changes, revision: snapshot.revision + 1 }
      if (scheduled) return
      scheduled = true
      queueMicrotask(() => {
        scheduled = false
        send(snapshot)
      })
    },
  }
}
