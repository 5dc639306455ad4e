import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceError } from '../../src-shared/api/errors.ts'
import { fillPath } from '../../src-shared/api/fill-path.ts'
import { bodyLimitOf, type Operation, type OperationFacts } from '../../src-shared/api/operation.ts'
import { type KnownOperation, operationFacts } from '../../src-shared/api/operation-facts.ts'
import { operationOf } from '../../src-shared/api/operation-of.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import { err } from '../../src-shared/result.ts'
import { accessOf } from '../api-keys/made-by.ts'
import type { Caller } from '../caller.ts'
import { isSavedAnswer } from '../commit.ts'
import type { Services } from '../services.ts'
import { type AdmissionRequest, admit, type Gate, isStillGood } from './admission.ts'
import { sendError, sendJson } from './answers.ts'
import { checkRequest } from './check-request.ts'
import type { ClientAddress } from './client-address.ts'
import type { EventStreams } from './event-stream.ts'
import { createForwarder, type Forwarder, type Forwarding } from './forward.ts'
import type { FullDisk } from './full-disk.ts'
import type { AnyHandler, AnyRequest, Handlers, StreamedEvent } from './handler.ts'
import {
  type EarlierAnswer,
  earlierAnswer,
  refusingHandler,
  savingHandler,
  textOf,
} from './keyed-handlers.ts'
import { hasHop } from './node-request.ts'
import type { PayerGate, PayerRequest } from './payer-gate.ts'
import { needsStorage, refuseWrite } from './refuse-write.ts'
import { type ReplyCheck, replyProblem } from './reply-check.ts'
import { createSavedAnswers, type SavedAnswers } from './saved-answers.ts'
import { answersList, type UnreadAnswers } from './unread-answers.ts'

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
  readonly disk: Pick<FullDisk, 'isFull' | 'written' | 'errorOf'>
  readonly services: Pick<Services, 'store' | 'clock' | 'newId' | 'vault' | 'inFlight' | 'log'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by admission; null when no key is needed. */
    caller: Caller | null
    /** When the caller was admitted, in ms of the monotonic clock. */
    admittedAt: number
  }
}

/** Mounts every row of the table as a route; its schemas are created at its first request. */
export function mountOperations(server: FastifyInstance, options: MountOptions): void {
  server.decorateRequest('caller', null)
  server.decorateRequest('admittedAt', 0)
  const forwarder = options.forwarding && createForwarder(options.forwarding, options.services.log)
  if (forwarder !== null) server.addHook('preClose', async () => forwarder.stop())
  const saved = createSavedAnswers(options.services)
  for (const name of Object.keys(operationFacts) as OperationName[]) {
    const operation = operationFacts[name]
    if (operation.sandbox === true && !options.sandbox) continue
    const answering = answeringOf(name, operation, saved, options)
    const isForwarded = forwarder?.isForwarded(name) ?? false
    mountOperation(server, name, operation, answering, {
      ...options,
      forwarder: isForwarded ? forwarder : null,
    })
  }
}

/** How a row is answered. */
interface Answering {
  readonly answer: AnyHandler
  readonly earlier: EarlierAnswer
}

/** Returns the handler of a row, with what the HTTP layer adds for answers that are saved. */
function answeringOf(
  name: OperationName,
  operation: KnownOperation,
  saved: SavedAnswers,
  { handlers, disk, services: { store } }: MountOptions,
): Answering {
  const handler = handlers[name] as unknown as AnyHandler
  const isOwn = operation.idempotent === true
  const earlier = earlierAnswer(saved.find, !isOwn)
  if (operation.method === 'GET') return { answer: handler, earlier }
  const requiresStorage = needsStorage(name, operation)
  const saving = isOwn
    ? handler
    : savingHandler(handler, requiresStorage ? saved.claimFirst : saved.saveAfter)
  const refuse = () => refuseWrite(store, disk)
  return { answer: refusingHandler(saving, { refuse, earlier, requiresStorage }), earlier }
}

function mountOperation(
  server: FastifyInstance,
  name: OperationName,
  operation: KnownOperation,
  { answer, earlier }: Answering,
  options: MountOptions & { readonly forwarder: Forwarder | null },
): void {
  let row: Operation | undefined
  server.route({
    method: operation.method,
    bodyLimit: bodyLimitOf(operation),
    url: fillPath(operation.path, (name) => `:${name}`),
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
      const { caller } = request
      if (caller !== null && isSlow(request)) {
        const access = await accessOf(options.services.store, caller)
        if (!access.ok) return sendError(request, reply, access.error)
      }
      if (operation.stream === true) return answerStream(answer, checked.value, request, reply, options)
      const before = options.disk.written()
      let result: Awaited<ReturnType<AnyHandler>>
      try {
        result = await answer(checked.value)
      } catch (error) {
        const full = orFullDisk(error, before, request.id, options)
        result = (await earlier(checked.value)) ?? err(full)
      }
      if (!result.ok) return sendError(request, reply, result.error)
      const problem = options.replyCheck === 'off' ? null : replyProblem(row, textOf(result.value))
      if (problem !== null) throw new Error(`the answer of ${name} breaks the contract: ${problem}`)
      return sendAnswer(operation, request, reply, result.value, options)
    },
  })
}

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
  { body, query, address }: AnyRequest,
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
  answer: AnyHandler,
  asked: AnyRequest,
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
