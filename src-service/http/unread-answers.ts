import type { ServerResponse } from 'node:http'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { KnownOperation } from '../../src-shared/api/operation-facts.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

/**
 * A list that nobody reads stays in memory. Small ones are of no account; of large ones each tenant may leave so much
 * unread, and all together so much more. A client that does not read on is cut off.
 */
const largeAnswerBytes = 65_536
const mostOfTenant = 16 * 1_048_576
const mostInAll = 128 * 1_048_576
/** How long an answer may be on its way. */
const readWithinMs = 30_000

/** What may be refused without harm: it changes nothing, and no sale waits for it. */
export const answersList = ({ access, hasQuery, path, stream }: KnownOperation): boolean =>
  access === 'read' && stream !== true && (hasQuery || path.endsWith('/search'))

export interface UnreadAnswers {
  /** Refuses before the work what would be refused after it. */
  refuse(tenantId: string): ServiceError | null
  /** Counts an answer until it was read; refuses it where too much waits already. */
  count(tenantId: string, bytes: number, response: ServerResponse): Result<void, ServiceError>
}

export function createUnreadAnswers(): UnreadAnswers {
  const waiting = new Map<string, number>()
  let inAll = 0
  const isTooMuch = (tenantId: string, bytes: number): boolean =>
    (waiting.get(tenantId) ?? 0) + bytes > mostOfTenant || inAll + bytes > mostInAll
  return {
    refuse: (tenantId) => (isTooMuch(tenantId, largeAnswerBytes) ? tooMuchUnread() : null),
    count(tenantId, bytes, response) {
      if (bytes < largeAnswerBytes) return ok(undefined)
      if (isTooMuch(tenantId, bytes)) return err(tooMuchUnread())
      waiting.set(tenantId, (waiting.get(tenantId) ?? 0) + bytes)
      inAll += bytes
      const cutOff = setTimeout(() => response.destroy(), readWithinMs)
      cutOff.unref()
      response.once('close', () => {
        clearTimeout(cutOff)
        inAll -= bytes
        const left = (waiting.get(tenantId) ?? 0) - bytes
        if (left > 0) waiting.set(tenantId, left)
        else waiting.delete(tenantId)
      })
      return ok(undefined)
    },
  }
}

const tooMuchUnread = (): ServiceError =>
  serviceError(
    'rate_limited',
    'Too many large answers are on their way and not read yet. Read them, or ask for smaller pages.',
    { retryAfter: 1 },
  )
