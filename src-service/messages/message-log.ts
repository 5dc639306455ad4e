import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok } from '../../src-shared/result.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import { secondsIn } from '../time/seconds-in.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

/**
 * The messages about one subject (the link of a session or the receipt of an intent), across all nodes and restarts. An
 * entry is written before its message is sent, so that two concurrent requests cannot both use the last allowed
 * message, and an interrupted request is not sent again. The recipient is not stored.
 */
export interface MessageLog {
  readonly entries: readonly MessageEntry[]
}

export interface MessageEntry {
  readonly id: string
  /** When it was begun, in ms of verified time. */
  readonly at: number
  readonly outcome: 'sending' | MessageOutcome
}
export type MessageOutcome = 'sent' | 'failed' | 'unknown'

const hourMs = 3_600_000

/** How often one link or one receipt may be sent. Every attempt counts, whatever its outcome. */
const messageLimits = [
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
  /** Id of the session of a link, or of the intent of a receipt. */
  readonly subjectId: string
  readonly messageId: string
  /** The subject in words, such as `The link of checkout session cs_1`. */
  readonly subject: string
}

function refuseTooMany(entries: readonly MessageEntry[], subject: string, now: number): ServiceError | null {
  for (const { most, withinMs, name } of [...messageLimits].reverse()) {
    const recent = entries.filter(({ at }) => at > now - withinMs)
    const oldest = recent.at(-most)
    if (oldest === undefined) continue
    const retryAfter = Math.ceil((oldest.at + withinMs - now) / 1000)
    const message = `${subject} was sent ${most} times within ${name}, which is the maximum. Send it again in ${secondsIn(retryAfter)}.`
    return serviceError('rate_limited', message, { param: 'id', retryAfter })
  }
  return null
}

/** The entry of `id` with its outcome. @param now ms */
export function recorded(row: Row<MessageLog>, id: string, outcome: MessageOutcome, now: number): Write {
  const entries = row.document.entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry))
  return updateOf('message_log', nextRow(row, { entries }, now))
}
