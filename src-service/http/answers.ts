import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ErrorCode,
  errorCatalogue,
  errorTypeOf,
  type ServiceError,
} from '../../src-shared/api/errors.ts'
import { withoutCardData } from './card-data-gate.ts'
import { etagOf, isKnown } from './etag.ts'

/** Sends an answer, which only its caller may store. If the caller has the same answer already, sends 304. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.send(body)
  const etag = etagOf(body)
  reply.header('etag', etag)
  if (!isKnown(etag, request.headers['if-none-match'])) return reply.send(body)
  return reply.removeHeader('content-type').code(304).send()
}

/** Sends an error in the standard envelope, or as RFC 9457 when the client accepts that. */
export function sendError(request: FastifyRequest, reply: FastifyReply, found: ServiceError): FastifyReply {
  const error = withoutCardData(found)
  const { status } = errorCatalogue[error.code]
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  if (status === 401) reply.header('www-authenticate', challenge)
  if (error.param === 'content-encoding') reply.header('accept-encoding', 'identity')
  const wantsProblem = request.headers.accept?.includes('application/problem+json') === true
  const body = wantsProblem ? problemOf(error, request.id) : { error: envelopeOf(error, request.id) }
  return (
    reply
      .code(status)
      .header('content-type', `application/${wantsProblem ? 'problem+json' : 'json; charset=utf-8'}`)
      .header('cache-control', 'no-store')
      // Already set (server.ts), except for a URL that could not be decoded.
      .header('x-request-id', request.id)
      .send(JSON.stringify(body))
  )
}

/** A 401 must name an authentication scheme (RFC 9110, section 11.6.1). None is registered for a key in a header. */
const challenge = 'ApiKey realm="Countertop", header="x-api-key"'

export function envelopeOf(error: ServiceError, requestId: string) {
  const entry: { readonly status: number; readonly terminal?: number } = errorCatalogue[error.code]
  // JSON.stringify omits undefined members.
  return {
    type: errorTypeOf(error.code),
    code: error.code,
    message: error.message,
    param: error.param,
    errors: error.errors,
    terminal_code: entry.terminal,
    payment_intent: error.paymentIntent,
    receipt_data: error.receiptData,
    held_by: error.heldBy,
    request_id: requestId,
  }
}

/** The URL of the code's description, relative to the service (reference/errors-page.ts). */
const problemTypeOf = (code: ErrorCode): string => `/docs/errors#${code}`

/** Returns the same facts as an RFC 9457 problem. */
function problemOf(error: ServiceError, requestId: string) {
  const { type, message, ...members } = envelopeOf(error, requestId)
  return {
    type: problemTypeOf(error.code),
    title: error.code.replaceAll('_', ' '),
    status: errorCatalogue[error.code].status,
    detail: message,
    error_type: type,
    ...members,
  }
}
