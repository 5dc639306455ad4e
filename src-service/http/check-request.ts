import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { fillPath } from '../../src-shared/api/fill-path.ts'
import { type Operation, savesAnswer, takesIdempotencyKey } from '../../src-shared/api/operation.ts'
import { isJsonObject } from '../../src-shared/json-object.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Services } from '../services.ts'
import { sessionSecretIn } from '../users/session-cookie.ts'
import { refuseCardData, refuseCardDataInKey } from './card-data-gate.ts'
import type { ClientAddress } from './client-address.ts'
import type { Forwarder } from './forward.ts'
import type { AnyRequest } from './handler.ts'
import { idempotencyClaim, refuseRepeatedKey } from './idempotency-header.ts'
import { forcedStopOf } from './node-request.ts'
import { preferredLanguage } from './preferred-language.ts'
import { withSearchHint } from './search-hint.ts'
import { familyOf, quotedParam, validate } from './validate.ts'

interface CheckOptions {
  readonly services: Pick<Services, 'clock' | 'vault'>
  readonly addressOf: ClientAddress
  /** Null when no other node may have to answer. */
  readonly forwarder: Forwarder | null
}

/** Checks everything that does not depend on stored data: fields, headers, idempotency key. */
export function checkRequest(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { services, addressOf, forwarder }: CheckOptions,
): Result<AnyRequest, ServiceError> {
  const family = familyOf(operation.path)
  const params = operation.params === undefined ? nothing : validate(operation.params, request.params, family)
  if (!params.ok) return params
  const query =
    operation.query === undefined ? noQuery(request) : validate(operation.query, request.query, family)
  if (!query.ok) return err(withSearchHint(operation, query.error))
  const body =
    operation.body === undefined ? noBody(request) : validate(operation.body, bodyOf(request), family)
  if (!body.ok) return body
  const cardData = refuseCardData(operation, body.value)
  if (cardData !== null) return err(cardData)
  const claim = takesIdempotencyKey(operation) ? claimOf(operation, request, services) : noClaim
  if (!claim.ok) return claim
  const sessionKey = operation.session !== undefined ? request.headers['x-session-key'] : undefined
  let abort: AbortController | undefined
  const address = addressOf(request.socket.remoteAddress, request.headers)
  return ok({
    caller: request.caller,
    params: params.value,
    query: query.value,
    body: body.value,
    idempotency: savesAnswer(operation) ? claim.value : null,
    sessionKey: headerText(sessionKey),
    contractorId: operation.contractor === true ? headerText(request.headers['x-contractor-id']) : null,
    language: operation.session === undefined ? 'en' : preferredLanguage(request.headers['accept-language']),
    lastEventId: operation.stream === true ? headerText(request.headers['last-event-id']) : null,
    requestId: request.id,
    address,
    sessionSecret: operation.access === 'none' ? sessionSecretIn(request.headers) : null,
    forcedStopOf: forcedStopOf(request),
    // Created on demand: few handlers use it, and an AbortController per request is slow. So is a getter in a literal.
    signal: () => {
      abort ??= abortOnHangUp(reply)
      return abort.signal
    },
    setHeader: (header, value) => void reply.header(header, value),
    stopAt: async (node, stop) =>
      forwarder?.stopAt(node, { request, name: 'terminals.cancel', address }, stop) ?? 'not_asked',
  })
}

/** A missing body counts as an empty object; null does not. */
const bodyOf = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body)

const headerText = (header: string | readonly string[] | undefined): string | null =>
  typeof header === 'string' ? header : null

const nothing = ok(undefined)
const noClaim = ok(null)
/** Many other services read this header: a client that sends it relies on a repeat being safe. */
const misnamedKey = refuse(
  'parameter_unknown',
  'idempotency-key is not read, and nothing was done. Send the key in the header x-idempotency-key.',
  { param: 'idempotency-key' },
)

/** Refuses query parameters of an operation that has none, like any unknown field. */
function noQuery(request: FastifyRequest): Result<undefined, ServiceError> {
  const [sent] = Object.keys(request.query as object)
  if (sent === undefined) return nothing
  const param = quotedParam(sent)
  const message = `${param} is not a query parameter of this operation. Remove it.`
  return refuse('parameter_unknown', message, { param })
}

/** Refuses body fields of an operation that has none: a client must not assume that an ignored field had an effect. */
function noBody(request: FastifyRequest): Result<undefined, ServiceError> {
  const body = bodyOf(request)
  if (!isJsonObject(body)) {
    const message = 'This operation takes no body. Leave it out, or send an empty object.'
    return refuse('parameter_invalid', message, { param: 'body' })
  }
  const [sent] = Object.keys(body)
  if (sent === undefined) return nothing
  const param = quotedParam(sent)
  const message = `${param} is not a field of this operation, which takes no fields. Remove it.`
  return refuse('parameter_unknown', message, { param })
}

function claimOf(operation: Operation, request: FastifyRequest, { clock, vault }: CheckOptions['services']) {
  const { 'x-idempotency-key': key, 'idempotency-key': misnamed } = request.headers
  if (key === undefined) return misnamed === undefined ? noClaim : misnamedKey
  const refused = refuseRepeatedKey(key, request.raw.rawHeaders) ?? refuseCardDataInKey(key)
  if (refused !== null) return err(refused)
  const { caller, method } = request
  const path = pathOf(operation, request.params)
  const body = bodyOf(request)
  return idempotencyClaim({
    key,
    caller,
    method,
    path,
    body,
    now: clock.now(),
    fingerprint: vault.fingerprint,
  })
}

/** The same for every spelling of an address: with escapes (`pi%5F…`), with a slash at the end, or with a host. */
const pathOf = ({ path }: Operation, params: unknown): string =>
  fillPath(path, (name) => String((params as Readonly<Record<string, string>>)[name]))

function abortOnHangUp(reply: FastifyReply): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) controller.abort()
  }
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return controller
}
