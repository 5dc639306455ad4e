import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { Result } from '../../src-shared/result.ts'
import type { SaleInput } from '../sale/sale-input.ts'

type Dispatch = (input: SaleInput) => Result<null, CommandRefusal>

/** Protects a command that waits in the middle of its work: no other command may change the bill meanwhile. */
export interface Undisturbed {
  /** Refused while such a command is running. */
  readonly dispatch: Dispatch
  /**
   * @param task changes the bill through the function it gets. It may wait for a disk write at most, like a sale: the
   * bill cannot be paid while the task runs.
   */
  readonly alone: (
    task: (dispatch: Dispatch) => Promise<ReturnType<Dispatch>>,
  ) => Promise<ReturnType<Dispatch>>
}

export function createUndisturbed(dispatch: Dispatch): Undisturbed {
  let isAtWork = false
  return {
    dispatch: (input) => (isAtWork ? busy : dispatch(input)),
    async alone(task) {
      if (isAtWork) return busy
      isAtWork = true
      try {
        return await task(dispatch)
      } finally {
        isAtWork = false
      }
    },
  }
}

const busy = refuse('not_now', 'the order of the bill is being put on hold')
