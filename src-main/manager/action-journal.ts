import { z } from 'zod'
import { keepUnreadable } from '../journal/keep-unreadable.ts'
import { type FoundLine, newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { type ActionRecord, actionRecordSchema } from './action-record.ts'

/**
 * The manager's actions on payments: one JSON line for each change of an action, on the disk (fsync) before the request
 * that follows from it is sent. The newest line of an action counts. No card data.
 */
export interface ActionJournal {
  /** Actions left by the last run and not dismissed, oldest first. */
  readonly left: readonly ActionRecord[]
  /** Unreadable lines whose action is not known, since a person last acknowledged such lines. */
  readonly unreadable: number
  /** Resolves when the line is on the disk. */
  write(action: ActionRecord, at: string): Promise<void>
  /** Records that a person has read the action's outcome. */
  dismiss(id: string, at: string): Promise<void>
  /** Records that a person knows of the unreadable lines. */
  acknowledgeUnreadable(at: string): Promise<void>
  close(): Promise<void>
}

const lineSchema = z.union([
  z.object({ at: z.string(), action: actionRecordSchema }),
  z.object({ at: z.string(), dismissed: z.string() }),
  z.object({ at: z.string(), unreadable: z.number().int() }),
])

export async function openActionJournal(path: string, log: Log): Promise<ActionJournal> {
  const { actions: left, damaged, unreadable } = actionsIn(await readJournal(path))
  if (damaged > 0) {
    const kept = await keepUnreadable(path)
    log.error({ kept, lines: damaged, without_action: unreadable }, 'manager.journal_unreadable')
  }
  const at = new Date().toISOString()
  const file = await startLineFile(path, [
    ...left.map((action) => ({ at, action })),
    ...(unreadable > 0 ? [{ at, unreadable }] : []),
  ])
  return {
    left,
    unreadable,
    write: (action, at) => file.append({ at, action }),
    dismiss: (id, at) => file.append({ at, dismissed: id }),
    acknowledgeUnreadable: (at) => file.append({ at, unreadable: 0 }),
    close: file.close,
  }
}

/**
 * Skips a line that was cut off while it was written: its request was never sent. The request of any other unreadable
 * line was sent: its action is rebuilt from the rest of the line and looked up, unless an older line has it.
 *
 * @returns `damaged`, the number of unreadable whole lines; `unreadable`, those of them whose action is not known
 */
export function actionsIn(text: string): {
  readonly actions: readonly ActionRecord[]
  readonly damaged: number
  readonly unreadable: number
} {
  const newest = new Map<string, ActionRecord | null>()
  const damaged: FoundLine[] = []
  let reported: number | null = null
  for (const found of newestFirst(text)) {
    const line = lineSchema.safeParse(found.value).data
    if (line === undefined) {
      if (!found.cutOff) damaged.push(found)
    } else if ('dismissed' in line) newest.set(line.dismissed, null)
    else if ('unreadable' in line) reported ??= line.unreadable
    else if (!newest.has(line.action.id)) newest.set(line.action.id, line.action)
  }
  let unreadable = reported ?? 0
  for (const { text: left } of damaged) {
    const id = idIn(left)
    if (id !== null && newest.has(id)) continue
    const action = salvaged(left)
    if (action === null) unreadable++
    else newest.set(action.id, action)
  }
  const actions = [...newest.values()].filter((action) => action !== null)
  return { actions: actions.sort(byStart), damaged: damaged.length, unreadable }
}

const memberOf = (line: string, pattern: string): string | null =>
  new RegExp(`"${pattern}`).exec(line)?.[1] ?? null

const idIn = (line: string): string | null =>
  memberOf(line, 'action":\\{"id":"([^"\\\\]+)"') ?? memberOf(line, 'dismissed":"([^"\\\\]+)"')

/** The readable part of a damaged line. Its record of the state before the action is not trusted. */
function salvaged(line: string): ActionRecord | null {
  const record = {
    id: idIn(line),
    kind: memberOf(line, 'kind":"([a-z]+)"'),
    intent_id: memberOf(line, 'intent_id":"([^"\\\\]+)"'),
    payment_id: memberOf(line, 'payment_id":"([^"\\\\]+)"'),
    // `,"currency` distinguishes it from the amount of a contractor's share.
    amount: Number(memberOf(line, 'amount":(\\d+),"currency') ?? Number.NaN),
    currency: memberOf(line, 'currency":"([A-Z]{3})"'),
    started_at: memberOf(line, 'started_at":"([^"\\\\]+)"'),
    state: 'checking',
    detail: '',
    tries: 0,
    receipt: null,
    print: 'not_asked',
    before: null,
    refund_id: memberOf(line, 'refund_id":"([^"\\\\]+)"'),
    refusals: 0,
  }
  return actionRecordSchema.safeParse(record).data ?? null
}

const byStart = (one: ActionRecord, other: ActionRecord): number =>
  one.started_at.localeCompare(other.started_at) || one.id.localeCompare(other.id)
