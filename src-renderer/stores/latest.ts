/**
 * Answers may overtake each other on their way here. Of all that one place on the screen asked, only the newest
 * question's answer is shown; a late one is dropped.
 */
export function createLatest(): {
  /** @returns what `ask` answers, or null when something newer was asked (or all was forgotten) meanwhile. */
  readonly only: <Answer>(ask: () => Promise<Answer>) => Promise<Answer | null>
  /** Nothing that is still on its way will be shown. */
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
