import type { Store } from '../../../src-service/store/store.ts'

/** A store in which somebody else is faster once: `meanwhile` happens before the first commit. */
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
