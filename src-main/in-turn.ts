/** Runs tasks one after the other, in the order in which they were asked for; one that fails keeps no other back. */
export interface Turns {
  inTurn<Value>(task: () => Promise<Value>): Promise<Value>
  /** Resolves when everything that was asked for until now has ended. */
  settled(): Promise<void>
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  return {
    inTurn(task) {
      const done = last.then(task)
      // Without what came of it: that may be a day of sales, and nobody may ask for anything more for hours.
      last = done.then(nothing, nothing)
      return done
    },
    settled: () => last,
  }
}

const nothing = (): void => undefined
