import type { CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import type { Log } from '../log.ts'
import type { JournalLines } from './journal-lines.ts'
import { idsOf } from './logged-facts.ts'
import type { SaleChange } from './sale-input.ts'
import type { UndecidedStep, UndecidedSteps } from './undecided-steps.ts'
import type { Unwritten } from './unwritten.ts'

/**
 * Writes a change into the journal, then runs its effects.
 * @param change null for one that is not journaled
 * @param taken the step, if it may be undone
 * @returns whether the change is on the disk
 */
export type FollowStep = (
  change: SaleChange | null,
  effects: readonly CounterEffect[],
  taken?: UndecidedStep | null,
) => Promise<boolean>

export const createFollowStep =
  ({
    lines,
    undecided,
    unwritten,
    run,
    log,
  }: {
    readonly lines: JournalLines
    readonly undecided: Pick<UndecidedSteps, 'takeBack' | 'end'>
    readonly unwritten: Pick<Unwritten, 'add'>
    readonly run: (effect: CounterEffect) => Promise<void>
    readonly log: Log
  }): FollowStep =>
  async (change, effects, taken = null) => {
    if (change !== null) {
      const { event, from, to } = change
      log.info({ event: event.kind, from: from.kind, to: to.kind, ...idsOf(to) }, 'sale.transition')
      const { line, written } = lines.write()
      try {
        await written
      } catch (error) {
        log.error({ err: error, state: to.kind }, 'sale.journal_failed')
        if (taken === null) {
          unwritten.add(effects, lines.hasLater(line))
          return false
        }
        // A step that any line contains has happened.
        if (!(await lines.getsLater(line))) {
          const stands = !undecided.takeBack(taken)
          undecided.end(taken)
          if (stands) unwritten.add(effects, false)
          return false
        }
      }
    }
    if (taken !== null) undecided.end(taken)
    for (const effect of effects) void run(effect)
    return true
  }
