import { type GiftCardTask, giftCardTaskSchema } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { keepUnreadable } from '../journal/keep-unreadable.ts'
import { newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * This counter's tasks on gift cards: one JSON line for each change of a task, on the disk (fsync) before its request
 * is sent. The newest line of a task counts. A done task stays, without its code, so that it is not begun again.
 */
export interface TaskJournal {
  /** The oldest first. */
  readonly found: readonly GiftCardTask[]
  write(task: GiftCardTask): Promise<void>
  close(): Promise<void>
}

/** Maximum number of done tasks kept: only recent bills are followed once more. */
const mostDone = 2_000

export async function openTaskJournal(path: string, log: Log): Promise<TaskJournal> {
  const newest = new Map<string, GiftCardTask>()
  let damaged = 0
  for (const { value, cutOff } of newestFirst(await readJournal(path))) {
    const task = giftCardTaskSchema.safeParse(value).data
    if (task === undefined) damaged += cutOff ? 0 : 1
    else if (!newest.has(task.reference)) newest.set(task.reference, task)
  }
  if (damaged > 0) {
    const kept = await keepUnreadable(path)
    log.error({ kept, lines: damaged }, 'gift_cards.journal_unreadable')
  }
  const done = [...newest.values()].filter(({ state }) => state === 'done').slice(0, mostDone)
  const found = [...newest.values()].filter((task) => task.state !== 'done' || done.includes(task)).reverse()
  const file = await startLineFile(path, found)
  return { found, write: file.append, close: file.close }
}
