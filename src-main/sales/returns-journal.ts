import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type Return, returnSchema } from '../../src-shared/pos/returns/return.ts'
import { moveFile } from '../files/move-file.ts'
import { keepUnreadable } from '../journal/keep-unreadable.ts'
import { newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The returns of goods: one JSON line for each change of a return, on the disk (fsync) before its effects. The newest
 * line of a return counts. Ended returns stay, since they reduce what is left of their bills.
 */
export interface ReturnsJournal {
  /** In the order in which they were begun. */
  readonly found: readonly Return[]
  /** Unreadable lines that no person has acknowledged: the lines before them may be out of date. */
  readonly damaged: readonly DamagedLine[]
  /** Every return with the time of its last change, as on the disk. */
  all(): readonly ReturnLine[]
  write(one: Return, at: string): Promise<void>
  /** When each unreadable line was found, including acknowledged ones. */
  readonly unreadable: readonly string[]
  acknowledgeDamaged(at: string): Promise<void>
  close(): Promise<void>
}

const damagedLineSchema = z.object({
  /** Null where the line does not show it any more: then it may have been about any return. */
  return_id: z.string().nullable(),
  bill_id: z.string().nullable(),
})
export type DamagedLine = z.infer<typeof damagedLineSchema>

interface FoundDamage {
  readonly at: string
  readonly damaged: DamagedLine
}

const lineSchema = z.union([
  z.object({ at: timestampSchema, return: returnSchema }),
  z.object({ at: timestampSchema, damaged: damagedLineSchema }),
  z.object({ at: timestampSchema, acknowledged: z.literal(true) }),
])
export type ReturnLine = { readonly at: string; readonly return: Return }

export async function openReturnsJournal(path: string, log: Log): Promise<ReturnsJournal> {
  const newest = new Map<string, ReturnLine>()
  const damaged: FoundDamage[] = []
  /** Their returns stay missing from the figures, also after the acknowledgement. */
  const acknowledged: FoundDamage[] = []
  const at = new Date().toISOString()
  let fresh = 0
  let isAcknowledged = false
  const text = await readJournal(path).catch((error: unknown) => putAside(path, error, log))
  // The whole file is unreadable: it may be about any return.
  if (text === null) damaged.push({ at, damaged: { return_id: null, bill_id: null } })
  for (const { text: line, value, cutOff } of newestFirst(text ?? '')) {
    const known = lineSchema.safeParse(value).data
    // A line that was cut off was not yet written: it had no effects.
    if (known === undefined) {
      if (cutOff) continue
      fresh++
      ;(isAcknowledged ? acknowledged : damaged).push({ at, damaged: namesIn(line) })
    } else if ('acknowledged' in known) isAcknowledged = true
    else if ('damaged' in known) {
      ;(isAcknowledged ? acknowledged : damaged).push(known)
    } else if (!newest.has(known.return.id)) newest.set(known.return.id, known)
  }
  if (fresh > 0) {
    const kept = await keepUnreadable(path)
    log.error({ kept, lines: fresh }, 'sales.returns_unreadable')
  }
  const lines = [...newest.values()].reverse()
  const file = await startLineFile(path, [
    ...lines,
    ...acknowledged,
    ...(acknowledged.length > 0 ? [{ at, acknowledged: true }] : []),
    ...damaged,
  ])
  return {
    found: lines.map((line) => line.return).sort((one, other) => (one.id < other.id ? -1 : 1)),
    all: () => [...newest.values()],
    async write(one, at) {
      await file.append({ at, return: one })
      newest.set(one.id, { at, return: one })
    },
    damaged: damaged.map((one) => one.damaged),
    unreadable: [...acknowledged, ...damaged].map((one) => one.at),
    acknowledgeDamaged: (now) => file.append({ at: now, acknowledged: true }),
    close: file.close,
  }
}

/** Moves an unreadable file aside, unchanged, beside the new one. */
async function putAside(path: string, error: unknown, log: Log): Promise<null> {
  const kept = `${path}.${Date.now()}.unreadable`
  await moveFile(path, kept)
  log.error({ err: error, kept }, 'sales.returns_unreadable')
  return null
}

/** The first "id" is the return's own; those of its lines and parts come after it. */
const namesIn = (text: string): DamagedLine => ({
  return_id: /"id":"(ret_[^"\\]+)"/.exec(text)?.[1] ?? null,
  bill_id: /"bill_id":"([^"\\]+)"/.exec(text)?.[1] ?? null,
})
