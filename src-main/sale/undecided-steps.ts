import type { AtCounter, CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import { comesByItself } from './kinds-of-effects.ts'
import type { SaleInput } from './sale-input.ts'

/** A step that may be taken back, because its line of the journal is not on the disk yet. */
export interface UndecidedStep {
  readonly before: AtCounter
  readonly next: AtCounter
  readonly effects: readonly CounterEffect[]
}

export interface UndecidedSteps {
  begin(step: UndecidedStep): void
  /** It is on the disk, was taken back, or stands. */
  end(step: UndecidedStep): void
  /**
   * No line has it, nor what came behind it: the newest step is taken back first, so that each finds what it had left.
   * @returns false when a person has done something since: then it stands
   */
  takeBack(step: UndecidedStep): boolean
  /** The windows see how things stand; while a step is undecided, when that ends. */
  show(): void
  /** @returns whether it comes by itself and waits until they are decided: none is taken back after something else */
  holdsUp(input: SaleInput): boolean
}

export function createUndecidedSteps(options: {
  readonly show: () => void
  readonly dispatch: (input: SaleInput) => boolean
  /** Takes back what the counter stands at. @returns false where it stands at something else */
  readonly undo: (step: UndecidedStep) => boolean
}): UndecidedSteps {
  const undecided: UndecidedStep[] = []
  const takenBack = new WeakSet<UndecidedStep>()
  const waiting: SaleInput[] = []

  function show(): void {
    if (undecided.length === 0) options.show()
  }

  return {
    begin(step) {
      undecided.push(step)
    },
    end(step) {
      undecided.splice(undecided.indexOf(step), 1)
      show()
      if (undecided.length === 0) for (const input of waiting.splice(0)) options.dispatch(input)
    },
    takeBack(step) {
      for (const one of undecided.slice(undecided.indexOf(step)).reverse()) {
        if (options.undo(one)) takenBack.add(one)
      }
      return takenBack.has(step)
    },
    show,
    holdsUp(input) {
      const isLater = undecided.length > 0 && comesByItself(input)
      if (isLater) waiting.push(input)
      return isLater
    },
  }
}
