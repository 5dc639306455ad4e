import type { OutboxEvent, Store } from '../store/store.ts'

/** The store, which reports the events of every commit that is durable. */
export const publishingStore = (store: Store, publish: (events: readonly OutboxEvent[]) => void): Store => ({
  ...store,
  // A callback, for every request waits here: an async function makes more objects.
  commit: (set) =>
    store.commit(set).then((committed) => {
      if (committed.ok && set.events !== undefined && set.events.length > 0) publish(set.events)
      return committed
    }),
})
