import { comesByItself } from './kinds-of-effects.ts'
import type { SaleInput } from './sale-input.ts'

/** Steps that may be taken back, because their line of the journal is not on the disk yet. */
export interface UndecidedSteps {
  begin(): void
  /** It is on the disk, was taken back, or stands. */
  end(): void
  /** The windows see how things stand; while a step is undecided, when that ends. */
  show(): void
  /** @returns whether it comes by itself and waits until they are decided: none is taken back after something else */
  holdsUp(input: SaleInput): boolean
}

export function createUndecidedSteps(options: {
  readonly show: () => void
  readonly dispatch: (input: SaleInput) => boolean
}): UndecidedSteps {
  let undecided = 0
  const waiting: SaleInput[] = []

  function show(): void {
    if (undecided === 0) options.show()
  }

  return {
    begin() {
      undecided += 1
    },
    end() {
      undecided -= 1
      show()
      if (undecided === 0) for (const input of waiting.splice(0)) options.dispatch(input)
    },
    show,
    holdsUp(input) {
      const isLater = undecided > 0 && comesByItself(input)
      if (isLater) waiting.push(input)
      return isLater
    },
  }
}
