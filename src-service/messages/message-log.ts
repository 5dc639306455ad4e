import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok } from '../../src-shared/result.ts'
import { secondsIn } from '../seconds-in.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

/**
 * What was sent about one thing, a session's link or the receipt of an intent, on whatever node and before whatever
 * restart. Written before a message leaves, so that two requests at once cannot both have the last one that is allowed,
 * and so that a request that was cut off is not done again. Of whom it went to nothing is kept.
 */
export interface MessageLog {
  readonly entries: readonly MessageEntry[]
}

export interface MessageEntry {
  readonly id: string
  /** When it was begun, ms of verified time. */
  readonly at: number
  readonly outcome: 'sending' | MessageOutcome
}
export type MessageOutcome = 'sent' | 'failed' | 'unknown'

const hourMs = 3_600_000

/** How often one session may be sent, and one receipt: attempts count, whatever became of them. */
export const messageLimits = [
  { most: 5, withinMs: hourMs, name: 'an hour' },
  { most: 20, withinMs: 24 * hourMs, name: 'a day' },
] as const
const longestMs = 24 * hourMs

export function decideBeginMessage(
  row: Row<MessageLog> | null,
  { accountId, subjectId, messageId, subject }: MessageSubject,
  { now, verified }: DecisionContext,
): DecisionResult<null> {
  const entries = (row?.document.entries ?? []).filter(({ at }) => at > verified - longestMs)
  const refusal = refuseTooMany(entries, subject, verified)
  if (refusal !== null) return err(refusal)
  const document: MessageLog = { entries: [...entries, { id: messageId, at: verified, outcome: 'sending' }] }
  const write =
    row === null
      ? insertOf('message_log', firstRow(accountId, subjectId, document, now))
      : updateOf('message_log', nextRow(row, document, now))
  return ok({ writes: [write], events: [], reply: null })
}

export interface MessageSubject {
  readonly accountId: string
  /** The session of a link, the intent of a receipt. */
  readonly subjectId: string
  readonly messageId: string
  /** As the caller knows it, such as `Checkout session cs_1`. */
  readonly subject: string
}

function refuseTooMany(entries: readonly MessageEntry[], subject: string, now: number): ServiceError | null {
  for (const { most, withinMs, name } of [...messageLimits].reverse()) {
    const recent = entries.filter(({ at }) => at > now - withinMs)
    const oldest = recent.at(-most)
    if (oldest === undefined) continue
    const retryAfter = Math.ceil((oldest.at + withinMs - now) / 1000)
    const message = `${subject} was sent ${most} times within ${name}, which is the most. Send it again in ${secondsIn(retryAfter)}.`
    return serviceError('rate_limited', message, { param: 'id', retryAfter })
  }
  return null
}

/** The entry of `id` with its outcome. @param now ms */
export function recorded(row: Row<MessageLog>, id: string, outcome: MessageOutcome, now: number): Write {
  const entries = row.document.entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry))
  return updateOf('message_log', nextRow(row, { entries }, now))
}
