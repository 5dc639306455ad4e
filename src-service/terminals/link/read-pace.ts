/**
 * How fast an accepted terminal is read: as many messages at once as several busy minutes have, then an even rate that
 * no terminal needs. Without it one terminal that sends without a pause takes the time of all others, since the service
 * looks at every message.
 */
const pace = { capacity: 1_000, perSecond: 200 } as const
/** So many bytes count as one more message. A requested signature stays far below the capacity. */
const bytesOfOne = 16_384

export interface ReadPace {
  /** Counts a message. @returns how long to read nothing more, in ms; 0: go on */
  count(bytes: number): number
}

/** @param now monotonic time, in ms */
export function createReadPace(now: () => number): ReadPace {
  let left: number = pace.capacity
  let countedAt = now()
  return {
    count(bytes) {
      const at = now()
      left = Math.min(pace.capacity, left + ((at - countedAt) / 1_000) * pace.perSecond)
      countedAt = at
      left -= 1 + Math.floor(bytes / bytesOfOne)
      return left >= 0 ? 0 : Math.ceil((-left / pace.perSecond) * 1_000)
    },
  }
}
