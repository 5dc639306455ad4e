import type { AtCounter, CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import { comesByItself } from './kinds-of-effects.ts'
import type { SaleInput } from './sale-input.ts'

/** A step that may be undone, because its line of the journal is not on the disk yet. */
export interface UndecidedStep {
  readonly before: AtCounter
  readonly next: AtCounter
  readonly effects: readonly CounterEffect[]
}

export interface UndecidedSteps {
  begin(step: UndecidedStep): void
  /** The step is on the disk, was undone, or stays in spite of the failure. */
  end(step: UndecidedStep): void
  /**
   * Undoes this step and the later ones, none of which is in the journal. The newest is undone first, so that each step
   * finds the state that it produced.
   * @returns false if a person has done something since; the step then stays
   */
  takeBack(step: UndecidedStep): boolean
  /** Shows the present state in the windows; while a step is undecided, only after that is settled. */
  show(): void
  /**
   * Queues an event that no person caused until all steps are decided: a step cannot be undone after another event.
   * @returns whether the event was queued
   */
  holdsUp(input: SaleInput): boolean
}

export function createUndecidedSteps(options: {
  readonly show: () => void
  readonly dispatch: (input: SaleInput) => boolean
  /** Undoes the step if the counter is in the state that it produced. @returns false if it is in another state */
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
