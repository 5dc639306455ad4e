import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { SaleInput } from '../sale/runner.ts'

type Dispatch = (input: SaleInput) => Result<null, CommandRefusal>

/** For a command that has to wait in the middle of its work: nobody does anything else with the bill meanwhile. */
export interface Undisturbed {
  /** Refused while such a command is at work. */
  readonly dispatch: Dispatch
  /**
   * @param task does what it does to the bill by the function that it gets. It waits for a write to the disk at most, where
   * a sale would wait as well: as long as it lasts, nobody can pay the bill.
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

const busy = err({ code: 'not_now', message: 'the order of the bill is being put on hold' } as const)
