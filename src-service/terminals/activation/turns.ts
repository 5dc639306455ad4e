/**
 * Work that is slow on purpose, one at a time in the order in which it came: the slow hash of a code takes a core for
 * its time, and node has four threads for all such work, the decryption of cards included.
 */
export interface Turns {
  /** @returns null when too many wait already: nothing was done. */
  run<Result>(work: () => Promise<Result>): Promise<Result> | null
}

export function createTurns(mostWaiting: number): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run(work) {
      if (waiting > mostWaiting) return null
      waiting += 1
      const done = last.then(work).finally(() => {
        waiting -= 1
      })
      last = done.catch(() => undefined)
      return done
    },
  }
}
