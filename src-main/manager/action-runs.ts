import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import { pause } from '../async/pause.ts'
import type { Log } from '../log.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import type { ActionJournal } from './action-journal.ts'
import { createActionOutcomes } from './action-outcomes.ts'
import { type ActionRecord, isOpen, type Outcome, shown } from './action-record.ts'
import { type ActionRecords, createActionRecords } from './action-records.ts'
import { afterOutcome } from './after-outcome.ts'

/** Carries out actions until their outcome is known, and journals each step. */
export interface ActionRuns extends Pick<ActionRecords, 'all' | 'find' | 'change' | 'dismiss'> {
  /** Whether an action on this intent is under way, or may be in the journal although it was not begun. */
  isInHand(intentId: string): boolean
  /**
   * Journals the action and sends it.
   * @param payment its latest known state, if any
   * @returns false where the journal could not be written: nothing was sent, and nothing will be
   */
  begin(action: ActionRecord, payment: Payment | null): Promise<boolean>
  /** Resolves once the outcome is known. */
  ended(id: string): Promise<ActionRecord>
  stop(): void
}

export interface ActionRunOptions {
  readonly client: ClientSource
  readonly journal: ActionJournal
  readonly receipt: (action: ActionRecord, payment: Payment) => ManagerAction['receipt']
  readonly onChange: () => void
  readonly onEnd: (action: ManagerAction) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** How long to wait before a look-up, in ms; look-ups are counted from 0. */
  readonly pauseMs?: (look: number) => number
  readonly log: Log
}

const pausesMs = [250, 1_000, 2_000, 5_000, 10_000, 30_000]
const growingPause = (look: number): number => pausesMs[Math.min(look, pausesMs.length - 1)] ?? 0

/** Also continues the actions that the last run left open. */
export function startActionRuns(options: ActionRunOptions): ActionRuns {
  const { client, journal, now, log, pauseMs = growingPause } = options
  let stopped = false
  const rest = (look: number) => pause(pauseMs(look))
  const records = createActionRecords({
    ...{ journal, now, log, rest },
    onChange: options.onChange,
    isStopped: () => stopped,
  })
  const outcomes = createActionOutcomes({
    client,
    action: records.take,
    all: records.all,
    isStopped: () => stopped,
    now,
  })
  /** Resolvers of the callers that wait for the end of an action. */
  const waiting = new Map<string, (action: ActionRecord) => void>()

  async function end(id: string, state: 'done' | 'refused' | 'unresolved', changes: Partial<ActionRecord>) {
    const action = { ...records.take(id), ...changes, state }
    const payment = outcomes.payment(id)
    const paper = state === 'done' && (action.kind === 'refund' || action.kind === 'void')
    const receipt = paper && payment !== undefined ? options.receipt(action, payment) : null
    await records.change(id, { ...changes, state, receipt })
    if (stopped) return
    log.info({ action: id, kind: action.kind, intent: action.intent_id, state }, 'manager.action')
    if (state === 'unresolved')
      log.error({ action: id, intent: action.intent_id }, 'manager.action_unresolved')
    options.onEnd(shown(records.take(id)))
    waiting.get(id)?.(records.take(id))
  }

  /** @returns true when the outcome is final */
  async function settle(id: string, outcome: Outcome): Promise<boolean> {
    const { end: final, changes } = afterOutcome(records.take(id), outcome)
    if (final === null) await records.change(id, changes)
    else await end(id, final, changes)
    return final !== null
  }

  /** Looks the action up until its outcome is known. */
  async function check(id: string): Promise<void> {
    for (let look = 0; !stopped; look++) {
      await rest(look)
      if (stopped || (await settle(id, await outcomes.next(id)))) return
    }
  }

  async function carryOut(id: string): Promise<void> {
    const outcome = await outcomes.first(id)
    if (outcome.kind === 'unknown') {
      const { detail, refund_id } = outcome
      await records.change(id, { state: 'checking', detail, refund_id })
      await check(id)
    } else await settle(id, outcome)
  }

  const watched = (task: Promise<void>, id: string) =>
    void task.catch((error: unknown) => log.error({ err: error, action: id }, 'manager.action_failed'))

  for (const action of records.all()) if (isOpen(action)) watched(check(action.id), action.id)
  return {
    all: records.all,
    find: records.find,
    isInHand: records.isInHand,
    async begin(action, payment) {
      const { id } = action
      if (payment !== null) outcomes.saw(id, payment)
      if (!(await records.add(action))) return false
      watched(carryOut(id), id)
      return true
    },
    async ended(id) {
      const action = isOpen(records.take(id))
        ? await new Promise<ActionRecord>((resolve) => waiting.set(id, resolve))
        : records.take(id)
      waiting.delete(id)
      return action
    },
    change: records.change,
    async dismiss(id) {
      await records.dismiss(id)
      outcomes.forget(id)
    },
    stop() {
      stopped = true
    },
  }
}
