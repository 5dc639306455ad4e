/** Runs tasks one after the other, in the order in which they were asked for; one that fails keeps no other back. */
export interface Turns {
  inTurn<Value>(task: () => Promise<Value>): Promise<Value>
  /** Resolves when everything that was asked for until now has ended. */
  settled(): Promise<void>
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    inTurn(task) {
      const done = last.then(task)
      last = done.catch(() => undefined)
      return done
    },
    settled: async () => void (await last),
  }
}
