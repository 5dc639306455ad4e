import { copyFile } from 'node:fs/promises'
import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type Return, returnSchema } from '../../src-shared/pos/returns/return.ts'
import { newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * What customers brought back: one JSON line each time a return changes, on the disk (fsync) before anything that follows
 * from it. The newest line of a return is the truth. Ended ones stay: they are what is missing of their bills.
 */
export interface ReturnsJournal {
  /** In the order in which they were begun. */
  readonly found: readonly Return[]
  write(one: Return, at: string): Promise<void>
  close(): Promise<void>
}

const lineSchema = z.object({ at: timestampSchema, return: returnSchema })

export async function openReturnsJournal(path: string, log: Log): Promise<ReturnsJournal> {
  const newest = new Map<string, { readonly at: string; readonly return: Return }>()
  let damaged = 0
  for (const { value, cutOff } of newestFirst(await readJournal(path))) {
    const line = lineSchema.safeParse(value).data
    // What was cut off was not written yet: nothing has followed from it.
    if (line === undefined) damaged += cutOff ? 0 : 1
    else if (!newest.has(line.return.id)) newest.set(line.return.id, line)
  }
  if (damaged > 0) {
    const kept = `${path}.${Date.now()}.unreadable`
    await copyFile(path, kept)
    log.error({ kept, lines: damaged }, 'sales.returns_unreadable')
  }
  const lines = [...newest.values()].reverse()
  const file = await startLineFile(path, lines)
  return {
    found: lines.map((line) => line.return).sort((one, other) => (one.id < other.id ? -1 : 1)),
    write: (one, at) => file.append({ at, return: one }),
    close: file.close,
  }
}
