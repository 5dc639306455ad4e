import type { createSteps } from './steps.ts'

/** Where the reader is: the step, the field, and the review of the answers. */
export function createPlace({ shown }: Pick<ReturnType<typeof createSteps>, 'shown'>) {
  let step = 0
  let target: string | null = null
  let focused: string | null = null
  let isReviewing = false

  return {
    state: () => ({ step: Math.min(step, shown().length - 1), target, isReviewing }),
    step: () => step,
    /** The field that is being typed in. */
    focused: () => focused,
    focus: (path: string) => {
      focused = path
    },
    leave: (path: string) => {
      if (focused === path) focused = null
    },
    leaveAll: () => {
      focused = null
    },
    /** @param path the field to lead the reader to */
    showStep: (next: number, path: string | null) => {
      target = path
      // Not every browser reports that a field was left when its step disappears.
      focused = null
      step = Math.max(0, Math.min(next, shown().length - 1))
    },
    setReviewing: (next: boolean) => {
      isReviewing = next
      step = 0
    },
    /** Reviews from the last step, which lists what is missing. */
    reviewMissing: () => {
      isReviewing = true
      step = shown().length - 1
      target = null
    },
    endReview: () => {
      isReviewing = false
    },
  }
}
export type Place = ReturnType<typeof createPlace>
