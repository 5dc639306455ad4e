/** Runs tasks one after the other, in the order of their requests. A failed task does not stop later ones. */
export interface Turns {
  inTurn<Value>(task: () => Promise<Value>): Promise<Value>
  /** Resolves when every task requested so far has ended. */
  settled(): Promise<void>
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  return {
    inTurn(task) {
      const done = last.then(task)
      // Drops the result: it may be a day of sales, and the next task may be hours away.
      last = done.then(nothing, nothing)
      return done
    },
    settled: () => last,
  }
}

const nothing = (): void => undefined
