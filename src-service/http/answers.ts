import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalogue, errorTypeOf, type ServiceError } from '../../src-shared/api/errors.ts'

/** Every answer is for its caller only, and bears the id that finds it in the log. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(body)
}

/** Answers with the one envelope, or as RFC 9457 when the client asks for that. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: ServiceError): FastifyReply {
  const { status } = errorCatalogue[error.code]
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  const wantsProblem = request.headers.accept?.includes('application/problem+json') === true
  const body = wantsProblem ? problemOf(error, request.id) : { error: envelopeOf(error, request.id) }
  return reply
    .code(status)
    .header('content-type', `application/${wantsProblem ? 'problem+json' : 'json; charset=utf-8'}`)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(JSON.stringify(body))
}

export function envelopeOf(error: ServiceError, requestId: string) {
  const entry: { readonly status: number; readonly terminal?: number } = errorCatalogue[error.code]
  // JSON.stringify leaves out what is undefined.
  return {
    type: errorTypeOf(error.code),
    code: error.code,
    message: error.message,
    param: error.param,
    errors: error.errors,
    decline_code: error.declineCode,
    terminal_code: entry.terminal,
    payment_intent: error.paymentIntent,
    receipt_data: error.receiptData,
    held_by: error.heldBy,
    request_id: requestId,
  }
}

/** RFC 9457: the same facts as members of a problem. */
function problemOf(error: ServiceError, requestId: string) {
  const { type, message, ...members } = envelopeOf(error, requestId)
  return {
    type: 'about:blank',
    title: error.code.replaceAll('_', ' '),
    status: errorCatalogue[error.code].status,
    detail: message,
    error_type: type,
    ...members,
  }
}
