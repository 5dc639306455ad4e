import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import {
  bodyLimitOf,
  type Operation,
  type OperationFacts,
  savesAnswer,
  takesIdempotencyKey,
} from '../../src-shared/api/operation.ts'
import { type KnownOperation, operationFacts } from '../../src-shared/api/operation-facts.ts'
import { operationOf } from '../../src-shared/api/operation-of.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import { isJsonObject } from '../../src-shared/json-object.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { accessOf } from '../api-keys/made-by.ts'
import type { Caller } from '../caller.ts'
import { isSavedAnswer, savedAnswer } from '../commit.ts'
import type { FullDisk } from '../full-disk.ts'
import type { Services } from '../services.ts'
import { sessionSecretIn } from '../users/session-cookie.ts'
import { type AdmissionRequest, admit, type Gate, isStillGood } from './admission.ts'
import { sendError, sendJson } from './answers.ts'
import { refuseCardData, refuseCardDataInKey } from './card-data-gate.ts'
import type { ClientAddress } from './client-address.ts'
import type { EventStreams } from './event-stream.ts'
import { createForwarder, type Forwarder, type Forwarding, forcedStopOf, hasHop } from './forward.ts'
import type { Handlers, RequestFacts, StreamedEvent } from './handler.ts'
import { idempotencyClaim } from './idempotency.ts'
import { refuseOverload } from './overload.ts'
import type { PayerGate, PayerRequest } from './payer-gate.ts'
import { preferredLanguage } from './preferred-language.ts'
import { type ReplyCheck, replyProblem } from './reply-check.ts'
import { createSavedAnswers, type SavedAnswers } from './saved-answers.ts'
import { withSearchHint } from './search-hint.ts'
import { answersList, type UnreadAnswers } from './unread-answers.ts'
import { familyOf, quotedParam, validate } from './validate.ts'

export interface MountOptions {
  readonly gate: Gate
  readonly payers: PayerGate
  readonly handlers: Handlers
  readonly streams: EventStreams
  readonly unread: UnreadAnswers
  /** Whether to mount the rows marked `sandbox`. */
  readonly sandbox: boolean
  readonly replyCheck: ReplyCheck
  readonly addressOf: ClientAddress
  /** Decides which requests go to other nodes of the service; null when there are none. */
  readonly forwarding: Forwarding | null
  readonly disk: Pick<FullDisk, 'refuse' | 'written' | 'errorOf'>
  readonly services: Pick<Services, 'store' | 'clock' | 'newId' | 'vault' | 'log'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by admission; null when no key is needed. */
    caller: Caller | null
    /** When the caller was admitted, in ms of the monotonic clock. */
    admittedAt: number
  }
}

/** A request and a handler of any row. */
type LooseHandler = (request: LooseRequest) => Promise<Result<unknown, ServiceError>>
interface LooseRequest extends RequestFacts {
  readonly caller: Caller | null
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Mounts every row of the table as a route; its schemas are created at its first request. */
export function mountOperations(server: FastifyInstance, options: MountOptions): void {
  server.decorateRequest('caller', null)
  server.decorateRequest('admittedAt', 0)
  const saveAnswer = createSavedAnswers(options.services)
  const forwarder = options.forwarding && createForwarder(options.forwarding, options.services.log)
  if (forwarder !== null) server.addHook('preClose', async () => forwarder.stop())
  for (const name of Object.keys(operationFacts) as OperationName[]) {
    const operation = operationFacts[name]
    if (operation.sandbox === true && !options.sandbox) continue
    const handler = options.handlers[name] as unknown as LooseHandler
    const answer = operation.idempotent === true ? handler : savingHandler(handler, saveAnswer)
    const isForwarded = forwarder?.isForwarded(name) ?? false
    mountOperation(server, name, operation, answer, { ...options, forwarder: isForwarded ? forwarder : null })
  }
}

function mountOperation(
  server: FastifyInstance,
  name: OperationName,
  operation: KnownOperation,
  answer: LooseHandler,
  options: MountOptions & { readonly forwarder: Forwarder | null },
): void {
  let row: Operation | undefined
  server.route({
    method: operation.method,
    bodyLimit: bodyLimitOf(operation),
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    // A stream has no length, so HEAD cannot describe it without opening it.
    exposeHeadRoute: operation.stream !== true,
    // Before the body is read, so that unauthenticated clients cause no work.
    onRequest: (request, reply, done) => {
      const proceed = (admitted: Awaited<ReturnType<typeof admit>>) => {
        if (!admitted.ok) {
          sendError(request, reply, admitted.error)
          return
        }
        request.caller = admitted.value
        request.admittedAt = performance.now()
        done()
      }
      const admitted =
        operation.access === 'client_secret'
          ? options.payers.admit(payerOf(operation, request, options.addressOf))
          : admit(options.gate, operation, admissionOf(request, options.addressOf), reply)
      if (admitted instanceof Promise) admitted.then(proceed).catch(done)
      else proceed(admitted)
    },
    handler: async (request, reply) => {
      row ??= await operationOf(name)
      const checked = checkRequest(row, request, reply, options)
      if (!checked.ok) return sendError(request, reply, checked.error)
      const { forwarder } = options
      const isElsewhere =
        forwarder !== null && (await answeredElsewhere(name, checked.value, request, reply, forwarder))
      if (isElsewhere) return reply
      const full = answersList(operation) ? options.unread.refuse(request.caller?.tenantId ?? '') : null
      if (full !== null) return sendError(request, reply, full)
      const overload = storesNothing(name)
        ? null
        : (refuseOverload(operation, options.services.store) ?? options.disk.refuse(operation))
      if (overload !== null) return sendError(request, reply, overload)
      const { caller } = request
      if (caller !== null && isSlow(request)) {
        const access = await accessOf(options.services.store, caller)
        if (!access.ok) return sendError(request, reply, access.error)
      }
      if (operation.stream === true) return answerStream(answer, checked.value, request, reply, options)
      const before = options.disk.written()
      let result: Awaited<ReturnType<LooseHandler>>
      try {
        result = await answer(checked.value)
      } catch (error) {
        result = err(orFullDisk(error, before, request.id, options))
      }
      if (!result.ok) return sendError(request, reply, result.error)
      const problem = options.replyCheck === 'off' ? null : replyProblem(row, textOf(result.value))
      if (problem !== null) throw new Error(`the answer of ${name} breaks the contract: ${problem}`)
      return sendAnswer(operation, request, reply, result.value, options)
    },
  })
}

/** A stop stores nothing itself: it ends a prompt whose sale could not be stored. */
const storesNothing = (name: OperationName): boolean => name === 'terminals.cancel'

/** Returns the error of a full disk, which is logged like all others that no client caused. Throws any other again. */
function orFullDisk(
  cause: unknown,
  before: number,
  requestId: string,
  { disk, services }: Pick<MountOptions, 'disk' | 'services'>,
): ServiceError {
  const full = disk.errorOf(cause, before)
  if (full === null) throw cause
  services.log.error({ err: cause, request_id: requestId }, 'store.disk_full')
  return full
}

/** How long a body may take, in ms, until the caller's access is checked again: it may have ended meanwhile. */
const slowBodyMs = 1_000

const isSlow = ({ body, admittedAt }: FastifyRequest): boolean =>
  body !== undefined && performance.now() - admittedAt > slowBodyMs

const admissionOf = (
  { method, headers, socket }: FastifyRequest,
  addressOf: ClientAddress,
): AdmissionRequest => ({ method, headers, address: () => addressOf(socket.remoteAddress, headers) })

const payerOf = (
  operation: OperationFacts,
  { params, headers, socket }: FastifyRequest,
  addressOf: ClientAddress,
): PayerRequest => ({
  path: operation.path,
  id: (params as { readonly id?: unknown }).id,
  secret: headers['x-client-secret'],
  address: addressOf(socket.remoteAddress, headers),
  bytes: expectedBytes(headers, bodyLimitOf(operation)),
})

/** Without a length a body may be the longest, and no more than that is read of any. */
const expectedBytes = (headers: FastifyRequest['headers'], most: number): number =>
  headers['transfer-encoding'] === undefined ? Math.min(Number(headers['content-length'] ?? 0), most) : most

/** Runs before any other work: idempotency key, session and stream place are handled by the node that answers. */
async function answeredElsewhere(
  name: OperationName,
  { body, query, address }: LooseRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  forwarder: Forwarder,
): Promise<boolean> {
  if (hasHop(request)) return false
  const { hsn } = { ...(query as object), ...(body as object) } as { readonly hsn?: unknown }
  const node = typeof hsn === 'string' ? await forwarder.nodeFor(name, hsn) : null
  if (node === null) return false
  const forwarded = { request, reply, name, address }
  return (await forwarder.forward(node, forwarded)) === 'answered'
}

async function answerStream(
  answer: LooseHandler,
  asked: LooseRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  { streams, gate }: MountOptions,
): Promise<FastifyReply> {
  if (asked.caller === null) throw new Error('an event stream needs an API key or a session')
  const place = streams.reserve(asked.caller)
  if (!place.ok) return sendError(request, reply, place.error)
  try {
    const result = await answer(asked)
    if (!result.ok) return sendError(request, reply, result.error)
    const events = result.value as AsyncIterable<StreamedEvent<unknown>>
    await place.value.serve(request, reply, events, () => isStillGood(gate, request.headers))
    return reply
  } finally {
    place.value.release()
  }
}

/** Checks everything that does not depend on stored data: fields, headers, idempotency key. */
function checkRequest(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { services, addressOf, forwarder }: MountOptions & { readonly forwarder: Forwarder | null },
): Result<LooseRequest, ServiceError> {
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
  const claim = takesIdempotencyKey(operation) ? claimOf(request, services) : noClaim
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

function claimOf(request: FastifyRequest, { clock, vault }: MountOptions['services']) {
  const { 'x-idempotency-key': key, 'idempotency-key': misnamed } = request.headers
  if (key === undefined) return misnamed === undefined ? noClaim : misnamedKey
  const cardData = refuseCardDataInKey(key)
  if (cardData !== null) return err(cardData)
  const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '')
  const { caller, method } = request
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

/** Wraps a handler whose answer is saved by the HTTP layer. */
const savingHandler =
  (handler: LooseHandler, saveAnswer: SavedAnswers): LooseHandler =>
  async (request) => {
    const { idempotency: claim, setHeader } = request
    if (claim === null) return handler(request)
    const answered = await saveAnswer(claim, async () => {
      const headers: Record<string, string> = {}
      const set = (name: string, value: string) => {
        headers[name] = value
      }
      const result = await handler({ ...request, idempotency: null, setHeader: set })
      return result.ok ? ok({ body: textOf(result.value), headers }) : result
    })
    if (!answered.ok) return answered
    const { body, headers, replayed } = answered.value
    for (const [name, value] of Object.entries(headers)) setHeader(name, value)
    return ok(savedAnswer(200, body, replayed))
  }

const textOf = (answer: unknown): string => (isSavedAnswer(answer) ? answer.body : JSON.stringify(answer))

function abortOnHangUp(reply: FastifyReply): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) controller.abort()
  }
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return controller
}

function sendAnswer(
  operation: KnownOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  { unread }: MountOptions,
): FastifyReply {
  if (isSavedAnswer(answer) && answer.replayed) reply.header('idempotency-replayed', 'true')
  const body = textOf(answer)
  if (answersList(operation)) {
    const counted = unread.count(request.caller?.tenantId ?? '', Buffer.byteLength(body), reply.raw)
    if (!counted.ok) return sendError(request, reply, counted.error)
  }
  return sendJson(request, reply, body)
}
