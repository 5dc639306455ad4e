import type { Store } from '../../../src-service/store/store.ts'

/** A store in which another request is faster once: `meanwhile` runs before the first commit. */
export function overtakenStore(store: Store, meanwhile: () => Promise<unknown>): Store {
  let isFirst = true
  return {
    ...store,
    async commit(set) {
      if (isFirst) await meanwhile()
      isFirst = false
      return store.commit(set)
    },
  }
}
