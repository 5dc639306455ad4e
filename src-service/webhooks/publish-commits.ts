import type { OutboxEvent, Store } from '../store/store.ts'

/** The store, which reports the events of every commit that is durable. */
export const publishingStore = (store: Store, publish: (events: readonly OutboxEvent[]) => void): Store => ({
  ...store,
  async commit(set) {
    const committed = await store.commit(set)
    if (committed.ok && set.events !== undefined && set.events.length > 0) publish(set.events)
    return committed
  },
})
