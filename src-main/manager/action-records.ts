import { untilWritten } from '../journal/until-written.ts'
import type { Log } from '../log.ts'
import type { ActionJournal } from './action-journal.ts'
import { type ActionRecord, isOpen } from './action-record.ts'

/** The actions and their lines in the journal. */
export interface ActionRecords {
  all(): readonly ActionRecord[]
  find(id: string): ActionRecord | undefined
  /** Throws where there is no such action. */
  take(id: string): ActionRecord
  /** See `ActionRuns.isInHand`. */
  isInHand(intentId: string): boolean
  /** @returns false where the journal could not be written: the action was not begun, and its line is taken back */
  add(action: ActionRecord): Promise<boolean>
  /** Shows the change at once; @returns whether it is in the journal as well. */
  change(id: string, changes: Partial<ActionRecord>): Promise<boolean>
  /** A person has read the action's outcome. */
  dismiss(id: string): Promise<void>
}

export function createActionRecords(options: {
  readonly journal: ActionJournal
  readonly onChange: () => void
  readonly isStopped: () => boolean
  /** Waits before the next attempt to write; attempts are counted from 0. */
  readonly rest: (attempt: number) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}): ActionRecords {
  const { journal, onChange, isStopped, rest, now, log } = options
  const records = new Map(journal.left.map((action) => [action.id, asFound(action)]))
  /** Intents of actions that may be in the journal although they were not begun. */
  const unsaved = new Set<string>()
  const at = () => new Date(now()).toISOString()

  function take(id: string): ActionRecord {
    const action = records.get(id)
    if (action === undefined) throw new Error(`there is no action ${id}`)
    return action
  }

  async function change(id: string, changes: Partial<ActionRecord>): Promise<boolean> {
    if (isStopped()) return false
    const action = { ...take(id), ...changes }
    records.set(id, action)
    onChange()
    try {
      await journal.write(action, at())
      return true
    } catch (error) {
      log.error({ err: error, action: id, state: action.state }, 'manager.journal_write_failed')
      return false
    }
  }

  async function takeBackLine(id: string, intentId: string): Promise<void> {
    unsaved.add(intentId)
    if (await untilWritten(() => journal.dismiss(id, at()), rest, isStopped)) unsaved.delete(intentId)
  }

  return {
    all: () => [...records.values()],
    find: (id) => records.get(id),
    take,
    isInHand: (intentId) =>
      unsaved.has(intentId) ||
      [...records.values()].some((action) => isOpen(action) && action.intent_id === intentId),
    async add(action) {
      const { id, intent_id } = action
      records.set(id, action)
      if (await change(id, {})) return true
      // The line may be on the disk all the same: the next start must not carry out an action reported as not sent.
      void takeBackLine(id, intent_id)
      records.delete(id)
      onChange()
      return false
    },
    change,
    async dismiss(id) {
      await journal.dismiss(id, at())
      records.delete(id)
      onChange()
    },
  }
}

/** The state of an action that the last run left: it is not known whether its request was sent. */
const asFound = (action: ActionRecord): ActionRecord => ({
  ...action,
  state: action.state === 'sending' ? 'checking' : action.state,
  print: action.print === 'printing' ? 'failed' : action.print,
})
