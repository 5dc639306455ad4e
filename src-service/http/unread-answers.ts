import type { ServerResponse } from 'node:http'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { KnownOperation } from '../../src-shared/api/operation-facts.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

/**
 * An answer stays in memory until the client has read it. Answers below this size, in bytes, are not counted; the
 * unread bytes of larger ones are limited per tenant and in total. A client that does not read is disconnected.
 */
const largeAnswerBytes = 65_536
const mostOfTenant = 16 * 1_048_576
const mostInAll = 128 * 1_048_576
/** Maximum time for a client to read an answer, in ms. */
const readWithinMs = 30_000

/** Whether the operation returns a list. Refusing it does no harm: it changes nothing, and no sale waits for it. */
export const answersList = ({ access, hasLimit, path, stream }: KnownOperation): boolean =>
  access === 'read' && stream !== true && (hasLimit || path.endsWith('/search'))

export interface UnreadAnswers {
  /** Refuses a request early if its answer would be refused. */
  refuse(tenantId: string): ServiceError | null
  /** Counts an answer until it is read; refuses it if too many bytes are unread. */
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
    'Too many large responses have not been read yet. Read them, or request smaller pages.',
    { retryAfter: 1 },
  )
