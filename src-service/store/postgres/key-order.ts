import type { Pending } from './commit-batch.ts'

export interface Queued extends Pending {
  readonly number: number
  /** Number of earlier sets, waiting or in flight, that share a key with this one. */
  blockers: number
  readonly followers: Followers
}

/** Sets that share a key with an earlier set and wait for it. */
export interface Followers {
  sets: Queued[]
}

/** Sets with a key in common run one after the other, in their order of arrival. */
export function createKeyOrder() {
  /**
   * The followers of the last set that has a key. Not the set itself, which old tables of the map would keep alive
   * (docs/performance/service.md, What V8 makes slow).
   */
  const last = new Map<string, Followers>()
  return {
    /** Puts a set behind the earlier ones that share a key with it, and counts them in `blockers`. */
    join(one: Queued): void {
      const { followers } = one
      for (const key of one.payload.keys) {
        const earlier = last.get(key)
        if (earlier !== undefined) {
          earlier.sets.push(one)
          one.blockers += 1
        }
        last.set(key, followers)
      }
    },
    /** @param free called with each set that waited for this one only */
    leave({ followers, payload }: Queued, free: (next: Queued) => void): void {
      for (const key of payload.keys) if (last.get(key) === followers) last.delete(key)
      for (const next of followers.sets) {
        next.blockers -= 1
        if (next.blockers === 0) free(next)
      }
      followers.sets = []
    },
  }
}
