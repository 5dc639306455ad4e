import { isAboutToEnd } from '../../src-shared/pos/sale/about-to-end.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** Holds the only description of what the windows draw. */
export interface SnapshotPublisher {
  present(): Snapshot
  /**
   * Changes within a tick are sent as one snapshot at its end: a later one would be visible as a delay. Only a snapshot
   * of a payment that is about to end waits for that end.
   */
  update(changes: Partial<Omit<Snapshot, 'revision'>>): void
}

export interface SentSnapshot extends SnapshotPublisher {
  /** @param listener called after each snapshot that was sent */
  onSent(listener: () => void): void
}

/** Maximum wait, in ms: the end comes 2 to 20 ms later. Sending and drawing a snapshot before would delay it. */
const waitForEndMs = 50

export function createPublisher(
  initial: Omit<Snapshot, 'revision'>,
  send: (snapshot: Snapshot) => void,
): SentSnapshot {
  let snapshot: Snapshot = { ...initial, revision: 1 }
  let scheduled = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const listeners: (() => void)[] = []
  const sendNow = () => {
    clearTimeout(waiting)
    waiting = undefined
    send(snapshot)
    for (const listener of listeners) listener()
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
    onSent: (listener) => void listeners.push(listener),
  }
}
