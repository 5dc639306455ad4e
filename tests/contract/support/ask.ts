import { expect } from 'vitest'
import { type ErrorEnvelope, errorCatalogue, errorEnvelopeSchema } from '../../../src-shared/api/errors.ts'
import type { Operation } from '../../../src-shared/api/operation.ts'
import { type OperationName, operations } from '../../../src-shared/api/operations.ts'
import { sampleBodies, samplePath, sampleQuery } from './samples.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface Request {
  readonly key?: string | null
  readonly accountId?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a string goes as it is. */
  readonly body?: unknown
  readonly path?: string
  readonly query?: string
}

/** Sends a good request of an operation, but for what the test changes. */
export type Ask = (name: OperationName, changes?: Request) => Promise<Answer>

export const createAsk =
  (service: {
    readonly url: string
    readonly directUrl?: string
    readonly privateKey: string
    readonly accountId: string
  }): Ask =>
  async (name, changes = {}) => {
    const operation: Operation = operations[name]
    const key = changes.key === undefined ? service.privateKey : changes.key
    const account = changes.accountId === undefined ? service.accountId : changes.accountId
    const body = 'body' in changes ? changes.body : sampleBodies[name]
    const sent = operation.body === undefined || body === undefined ? null : { body: textOf(body) }
    const path = changes.path ?? samplePath(operation.path)
    const response = await fetch(
      `${operation.stream === true ? (service.directUrl ?? service.url) : service.url}${path}${changes.query ?? sampleQuery[name] ?? ''}`,
      {
        method: operation.method,
        headers: {
          ...(key === null ? {} : { 'x-api-key': key }),
          ...(account === null ? {} : { 'x-account-id': account }),
          ...(sent === null ? {} : { 'content-type': 'application/json' }),
          ...(operation.session === true ? { 'x-session-key': 'tml_not-a-session' } : {}),
          ...changes.headers,
        },
        ...sent,
      },
    )
    const streaming = response.headers.get('content-type')?.includes('event-stream') === true
    if (streaming) await response.body?.cancel()
    const answered = streaming ? '' : await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: answered === '' ? null : JSON.parse(answered),
    }
  }

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** Expects the one envelope of a refusal, in every detail, and answers its error. */
export function expectRefusal(
  answer: Answer,
  code: ErrorEnvelope['error']['code'] | readonly ErrorEnvelope['error']['code'][],
): ErrorEnvelope['error'] {
  const { error } = errorEnvelopeSchema.parse(answer.body)
  const codes = typeof code === 'string' ? [code] : code
  expect(codes, error.message).toContain(error.code)
  expect(answer.status).toBe(errorCatalogue[error.code].status)
  expect(answer.headers.get('x-request-id')).toBe(error.request_id)
  expect(error.message).toMatch(/\S\.$/)
  return error
}
