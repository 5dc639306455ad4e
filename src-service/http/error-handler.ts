import { maxHeaderSize, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Log } from '../log.ts'
import { envelopeOf, sendError } from './answers.ts'
import { BodyRefused } from './body.ts'
import type { KnownMethods } from './known-methods.ts'
import { asksForPage, sendUnknownPage } from './unknown-page.ts'

/**
 * Sends errors from outside use cases in the standard envelope. The cause of an internal error is logged, never sent.
 */
export function handleErrors(server: FastifyInstance, log: Log, known: KnownPaths): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = knownFault(error, request)
    if (refusal !== null) return sendError(request, reply, refusal)
    const { method, routeOptions } = request
    log.error({ err: error, request_id: request.id, method, route: routeOptions.url }, 'http.request_failed')
    const message =
      'The service failed for an unknown reason. If you report this error, include its request_id.'
    return sendError(request, reply, serviceError('internal', message))
  })
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request)
    const allowed = known.methods.at(path)
    if (allowed.length === 0) return answerUnknownRoute(request, reply, known.similar(request.method, path))
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    const message = `${path} does not support ${request.method}. Use ${allowed.join(' or ')}.`
    return sendError(request, reply, serviceError('method_not_allowed', message))
  }
  server.setNotFoundHandler(answer)
  // Before the body is read: nobody needs a key to send one to a path that does not exist.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply)
    else done()
  })
}

/** What is known about the paths of the service, for requests that match none. */
interface KnownPaths {
  readonly methods: KnownMethods
  /** Returns the operation that was probably meant, such as `POST /payment_intents`; null when none is similar. */
  readonly similar: (method: string, path: string) => string | null
}

const pathOf = ({ url }: FastifyRequest): string => (url.split('?')[0] ?? '').slice(0, 200)

/**
 * A page for a person with a browser, and the standard envelope for a program. Also for URLs that cannot be decoded.
 * @param similar the operation that was probably meant
 */
export function answerUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  similar: string | null = null,
): FastifyReply {
  if (asksForPage(request)) return sendUnknownPage(request, reply)
  const question = similar === null ? '' : ` Did you mean ${similar}?`
  const message = `There is no operation ${request.method} ${pathOf(request)}.${question} The reference at /docs lists all operations.`
  return sendError(request, reply, serviceError('route_not_found', message))
}

const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${bytes / 1024} KiB` : `${bytes / 1_048_576} MiB`

function knownFault(error: FastifyError, { routeOptions }: FastifyRequest): ServiceError | null {
  if (error instanceof BodyRefused) return error.refusal
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return serviceError(
        'body_too_large',
        `The body is larger than ${sizeText(routeOptions.bodyLimit ?? 0)}. Send a smaller body.`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return serviceError(
        'content_type_unsupported',
        'Send the body as JSON, with the header content-type: application/json.',
        { param: 'content-type' },
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return serviceError('json_invalid', 'The length of the body does not match its content-length header.')
    default:
      return null
  }
}

/** Maximum time for a client to send its request, in ms. The time of the answer is not limited here. */
export const longestRequestMs = 30_000

function brokenHttpMessage(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return `The request's headers are larger than ${sizeText(maxHeaderSize)} in total. Send fewer or shorter ones.`
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return `The request did not arrive completely within ${longestRequestMs / 1000} seconds, so this attempt did nothing. Send it again.`
    default:
      return 'This is not a valid HTTP request.'
  }
}

/**
 * Whether an earlier request on the connection still waits for its answer, or for the rest of it: its client would take
 * a refusal of what follows for that answer, although the request may be carried out.
 */
function isAnswering(socket: Socket): boolean {
  // Node.js keeps the answer under this name, and looks at it in the same way when nobody else handles such errors.
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null }
  return answer != null && (answer.req.complete || answer.headersSent)
}

/**
 * Answers a request that cannot be read in the same envelope, written directly to the socket. If an earlier request on
 * the connection is running, the connection ends without an answer: the outcome of that request is then unknown.
 */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const refusal = serviceError('parameter_invalid', brokenHttpMessage(error.code))
  const body = JSON.stringify({ error: envelopeOf(refusal, 'none') })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
