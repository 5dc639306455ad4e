/**
 * Answers may arrive out of order. Of all the requests from one place on the screen, only the answer to the newest is
 * shown; older answers are dropped.
 */
export function createLatest(): {
  /** @returns the answer of `ask`, or null if there was a newer request (or `forget`) meanwhile. */
  readonly only: <Answer>(ask: () => Promise<Answer>) => Promise<Answer | null>
  /** Drops every answer that is still on its way. */
  readonly forget: () => void
} {
  let newest = 0
  return {
    only: async (ask) => {
      newest += 1
      const mine = newest
      const answer = await ask()
      return mine === newest ? answer : null
    },
    forget: () => {
      newest += 1
    },
  }
}
