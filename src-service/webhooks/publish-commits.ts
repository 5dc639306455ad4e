import type { FullDisk } from '../http/full-disk.ts'
import type { OutboxEvent, Store } from '../store/store.ts'

/** Wraps a store to count durable commits and to publish their events. */
export const publishingStore = (
  store: Store,
  { reportWritten }: Pick<FullDisk, 'reportWritten'>,
  publish: (events: readonly OutboxEvent[]) => void,
): Store => ({
  ...store,
  // A callback, because an async function allocates more objects, and every request goes through here.
  commit: (set) =>
    store.commit(set).then((committed) => {
      if (committed.ok) reportWritten()
      if (committed.ok && set.events !== undefined && set.events.length > 0) publish(set.events)
      return committed
    }),
})
