import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Log } from '../log.ts'
import { envelopeOf, sendError } from './answers.ts'
import { BodyNotJson } from './body.ts'

/** Whatever goes wrong outside a use case gets the same envelope. What went wrong inside is logged, never sent. */
export function handleErrors(server: FastifyInstance, log: Log): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const known = knownFault(error)
    if (known !== null) return sendError(request, reply, known)
    const { method, routeOptions } = request
    log.error({ err: error, request_id: request.id, method, route: routeOptions.url }, 'http.request_failed')
    const message = 'The service failed. Nothing is known to be wrong with the request; quote its request_id.'
    return sendError(request, reply, serviceError('internal', message))
  })
  server.setNotFoundHandler(answerUnknownRoute)
}

/** Also for addresses that cannot even be decoded. */
export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?')
  const message = `There is no ${request.method} ${path.slice(0, 200)}. The reference at /docs lists every operation.`
  return sendError(request, reply, serviceError('route_not_found', message))
}

function knownFault(error: FastifyError): ServiceError | null {
  if (error instanceof BodyNotJson) {
    const message = `The body cannot be read: ${error.message}. Send one JSON object.`
    return serviceError('json_invalid', message)
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return serviceError('body_too_large', 'The body is larger than 1 MiB. Send less.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return serviceError(
        'content_type_unsupported',
        'Send the body as JSON, with the header content-type: application/json.',
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return serviceError('json_invalid', 'The body is not as long as its content-length says.')
    default:
      return null
  }
}

/** What is not even HTTP is answered in the same envelope, by hand. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = serviceError('parameter_invalid', 'This is not a valid HTTP request.')
  const body = JSON.stringify({ error: envelopeOf(refusal, 'none') })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
