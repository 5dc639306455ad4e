import { isAboutToEnd } from '../../src-shared/pos/sale/about-to-end.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** The one description of everything that the windows draw. */
export interface SnapshotPublisher {
  present(): Snapshot
  /**
   * Changes of one tick are sent as one snapshot, at the end of that tick: later would be seen. Only that a payment is
   * about to end waits for its end.
   */
  update(changes: Partial<Omit<Snapshot, 'revision'>>): void
}

/** How long that waits, ms: the end comes 2 to 20 ms later. To send it and draw it takes what the end needs. */
const waitForEndMs = 50

export function createPublisher(
  initial: Omit<Snapshot, 'revision'>,
  send: (snapshot: Snapshot) => void,
): SnapshotPublisher {
  let snapshot: Snapshot = { ...initial, revision: 1 }
  let scheduled = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const sendNow = () => {
    clearTimeout(waiting)
    waiting = undefined
    send(snapshot)
  }
  return {
    present: () => snapshot,
    update(changes) {
      snapshot = { ...snapshot, ...changes, revision: snapshot.revision + 1 }
      if (scheduled) return
      scheduled = true
      queueMicrotask(() => {
        scheduled = false
        if (isAboutToEnd(snapshot)) waiting ??= setTimeout(sendNow, waitForEndMs)
        else sendNow()
      })
    },
  }
}
