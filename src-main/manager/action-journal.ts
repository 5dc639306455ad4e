import { copyFile } from 'node:fs/promises'
import { z } from 'zod'
import { newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { type ActionRecord, actionRecordSchema } from './action-record.ts'

/**
 * What managers do with payments, one JSON line each time an action changes, on the disk (fsync) before the request
 * that follows from it leaves. The newest line of an action is the truth. No card data.
 */
export interface ActionJournal {
  /** What the last run left, and nobody has dismissed: oldest first. */
  readonly left: readonly ActionRecord[]
  /** Resolves when the line is on the disk. */
  write(action: ActionRecord, at: string): Promise<void>
  /** Its end was read by a person. */
  dismiss(id: string, at: string): Promise<void>
  close(): Promise<void>
}

const lineSchema = z.union([
  z.object({ at: z.string(), action: actionRecordSchema }),
  z.object({ at: z.string(), dismissed: z.string() }),
])

export async function openActionJournal(path: string, log: Log): Promise<ActionJournal> {
  const { actions: left, unreadable } = actionsIn(await readJournal(path))
  if (unreadable) {
    const kept = `${path}.${Date.now()}.unreadable`
    await copyFile(path, kept)
    log.error({ kept }, 'manager.journal_unreadable')
  }
  const now = new Date().toISOString()
  const file = await startLineFile(
    path,
    left.map((action) => ({ at: now, action })),
  )
  return {
    left,
    write: (action, at) => file.append({ at, action }),
    dismiss: (id, at) => file.append({ at, dismissed: id }),
    close: file.close,
  }
}

/** @returns `unreadable` when whole lines had to be passed over: what was cut off was never sent. */
export function actionsIn(text: string): {
  readonly actions: readonly ActionRecord[]
  readonly unreadable: boolean
} {
  const newest = new Map<string, ActionRecord | null>()
  let unreadable = false
  for (const { value, cutOff } of newestFirst(text)) {
    const line = lineSchema.safeParse(value).data
    if (line === undefined) unreadable ||= !cutOff && value !== undefined
    else if ('dismissed' in line) newest.set(line.dismissed, null)
    else if (!newest.has(line.action.id)) newest.set(line.action.id, line.action)
  }
  const actions = [...newest.values()].filter((action) => action !== null)
  return { actions: actions.sort(byStart), unreadable }
}

const byStart = (one: ActionRecord, other: ActionRecord): number =>
  one.started_at.localeCompare(other.started_at) || one.id.localeCompare(other.id)
