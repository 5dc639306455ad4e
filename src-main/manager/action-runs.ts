import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import { pause } from '../async/pause.ts'
import { untilWritten } from '../journal/until-written.ts'
import type { Log } from '../log.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import type { ActionJournal } from './action-journal.ts'
import { createActionOutcomes } from './action-outcomes.ts'
import { type ActionRecord, isOpen, type Outcome, shown } from './action-record.ts'

/** Carries out actions until their outcome is known, and journals each step. */
export interface ActionRuns {
  all(): readonly ActionRecord[]
  find(id: string): ActionRecord | undefined
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
  change(id: string, changes: Partial<ActionRecord>): Promise<boolean>
  dismiss(id: string): Promise<void>
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

const refusalsToGiveUp = 10
const pausesMs = [250, 1_000, 2_000, 5_000, 10_000, 30_000]
const growingPause = (look: number): number => pausesMs[Math.min(look, pausesMs.length - 1)] ?? 0

/** Also continues the actions that the last run left open. */
export function startActionRuns(options: ActionRunOptions): ActionRuns {
  const { client, journal, now, log, pauseMs = growingPause } = options
  const records = new Map(journal.left.map((action) => [action.id, asFound(action)]))
  /** Resolvers of the callers that wait for the end of an action. */
  const waiting = new Map<string, (action: ActionRecord) => void>()
  /** Intents of actions that may be in the journal although they were not begun. */
  const unsaved = new Set<string>()
  let stopped = false

  const at = () => new Date(now()).toISOString()
  const take = (id: string): ActionRecord => {
    const action = records.get(id)
    if (action === undefined) throw new Error(`there is no action ${id}`)
    return action
  }

  const outcomes = createActionOutcomes({
    client,
    action: take,
    all: () => records.values(),
    isStopped: () => stopped,
    now,
  })

  /** Shows the change at once; @returns whether it is in the journal as well. */
  async function change(id: string, changes: Partial<ActionRecord>): Promise<boolean> {
    if (stopped) return false
    const action = { ...take(id), ...changes }
    records.set(id, action)
    options.onChange()
    try {
      await journal.write(action, at())
      return true
    } catch (error) {
      log.error({ err: error, action: id, state: action.state }, 'manager.journal_write_failed')
      return false
    }
  }

  async function end(id: string, state: 'done' | 'refused' | 'unresolved', changes: Partial<ActionRecord>) {
    const action = { ...take(id), ...changes, state }
    const payment = outcomes.payment(id)
    const paper = state === 'done' && (action.kind === 'refund' || action.kind === 'void')
    const receipt = paper && payment !== undefined ? options.receipt(action, payment) : null
    await change(id, { ...changes, state, receipt })
    if (stopped) return
    log.info({ action: id, kind: action.kind, intent: action.intent_id, state }, 'manager.action')
    if (state === 'unresolved')
      log.error({ action: id, intent: action.intent_id }, 'manager.action_unresolved')
    options.onEnd(shown(take(id)))
    waiting.get(id)?.(take(id))
  }

  /** @returns true when the outcome is final */
  async function settle(id: string, outcome: Outcome): Promise<boolean> {
    const { tries, refusals } = take(id)
    const looked = { tries: tries + 1 }
    switch (outcome.kind) {
      case 'done':
        await end(id, 'done', { refund_id: outcome.refund_id, detail: '' })
        return true
      case 'refused':
        await end(id, 'refused', { detail: outcome.detail })
        return true
      case 'unknown': {
        const refund_id = outcome.refund_id ?? take(id).refund_id
        await change(id, { ...looked, detail: outcome.detail, refund_id })
        return false
      }
      case 'absent':
        await change(id, { ...looked, refusals: 0 })
        return false
      case 'withheld':
        if (refusals + 1 >= refusalsToGiveUp) {
          await end(id, 'unresolved', { detail: outcome.detail })
          return true
        }
        await change(id, { ...looked, detail: outcome.detail, refusals: refusals + 1 })
        return false
    }
  }

  /** Looks the action up until its outcome is known. */
  async function check(id: string): Promise<void> {
    for (let look = 0; !stopped; look++) {
      await pause(pauseMs(look))
      if (stopped || (await settle(id, await outcomes.next(id)))) return
    }
  }

  async function carryOut(id: string): Promise<void> {
    const outcome = await outcomes.first(id)
    if (outcome.kind === 'unknown') {
      await change(id, { state: 'checking', detail: outcome.detail, refund_id: outcome.refund_id })
      await check(id)
    } else await settle(id, outcome)
  }

  const watched = (task: Promise<void>, id: string) =>
    void task.catch((error: unknown) => log.error({ err: error, action: id }, 'manager.action_failed'))

  async function takeBack(id: string, intentId: string): Promise<void> {
    unsaved.add(intentId)
    const isWritten = await untilWritten(
      () => journal.dismiss(id, at()),
      (attempt) => pause(pauseMs(attempt)),
      () => stopped,
    )
    if (isWritten) unsaved.delete(intentId)
  }

  for (const action of records.values()) if (isOpen(action)) watched(check(action.id), action.id)
  return {
    all: () => [...records.values()],
    find: (id) => records.get(id),
    isInHand: (intentId) =>
      unsaved.has(intentId) ||
      [...records.values()].some((action) => isOpen(action) && action.intent_id === intentId),
    async begin(action, payment) {
      const { id, intent_id } = action
      records.set(id, action)
      if (payment !== null) outcomes.saw(id, payment)
      if (!(await change(id, {}))) {
        // The line may be on the disk all the same: the next start must not carry out an action reported as not sent.
        void takeBack(id, intent_id)
        records.delete(id)
        options.onChange()
        return false
      }
      watched(carryOut(id), id)
      return true
    },
    async ended(id) {
      const action = isOpen(take(id))
        ? await new Promise<ActionRecord>((resolve) => waiting.set(id, resolve))
        : take(id)
      waiting.delete(id)
      return action
    },
    change,
    async dismiss(id) {
      await journal.dismiss(id, at())
      records.delete(id)
      outcomes.forget(id)
      options.onChange()
    },
    stop() {
      stopped = true
    },
  }
}

/** The state of an action that the last run left: it is not known whether its request was sent. */
const asFound = (action: ActionRecord): ActionRecord => ({
  ...action,
  state: action.state === 'sending' ? 'checking' : action.state,
  print: action.print === 'printing' ? 'failed' : action.print,
})
