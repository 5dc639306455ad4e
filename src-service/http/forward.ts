import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serviceError } from '../../src-shared/api/errors.ts'
import { operationFacts } from '../../src-shared/api/operation-facts.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import type { Log } from '../log.ts'
import { sendError } from './answers.ts'

/** Another node of the service, and the URL at which this one reaches it. */
export interface OtherNode {
  readonly id: string
  readonly url: string
}

/** Decides which node of the service answers a request. */
export interface Forwarding {
  /** How often to check that a node which has not answered yet is alive, in ms. */
  readonly beatMs: number
  /** Whether another node may have to answer this operation. */
  isForwarded(name: OperationName): boolean
  /** Returns the other node that has to answer; null when this one does. */
  nodeFor(name: OperationName, hsn: string): Promise<OtherNode | null>
  /** Returns the operation that stops this one while it waits for a person; null when it ends soon by itself. */
  stopOf(name: OperationName): OperationName | null
  /** Records that the node could not be reached. */
  noteNotReached(node: OtherNode): void
  /** Whether the node is alive. */
  isLive(node: OtherNode): Promise<boolean>
}

/**
 * Marks a forwarded request, so that it is not forwarded again. It proves nothing: a client that sends it is answered
 * by the node that received it.
 */
const hopHeader = 'x-node-hop'

export const hasHop = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[hopHeader] !== undefined

/**
 * Names the operation to stop because a session was opened with force. It gives no rights: the operation is stopped
 * only with the key of the terminal's current session.
 */
const forceHeader = 'x-node-force'

/**
 * Returns the id of the operation to stop by force; null for an ordinary request, or one from a node of an older
 * version.
 */
export const forcedStopOf = (request: FastifyRequest): string | null => {
  const operation = request.headers[forceHeader]
  return hasHop(request) && typeof operation === 'string' ? operation : null
}

/** Set on the answer of a node that stopped an operation by force in time, so that nothing was charged. */
export const stoppedHeader = 'x-node-stopped'

/**
 * The result of a stop at another node: `in_time`: nothing was charged; `asked`: only the operation's own answer
 * decides; `not_asked`, as far as is known.
 */
export type StopOutcome = 'in_time' | 'asked' | 'not_asked'

/** Maximum time for a node to accept a connection, in ms: it is in the same network. */
const connectMs = 2_000

/** Interval at which a stop request is repeated, in ms: it may arrive before the forwarded request, or be lost. */
const stopEveryMs = 1_000

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and headers that are set again. */
const notForwarded: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'content-length', 'content-encoding'],
  ...['forwarded', 'x-forwarded-for', 'x-request-id', hopHeader, forceHeader],
])
/** The idempotency key belongs to the stopped request. */
const notOfStop: ReadonlySet<string> = new Set([...notForwarded, 'x-idempotency-key'])
const notAnswered: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

/**
 * The operation that another node has to stop on a terminal, for the holder of a session that was opened with force.
 */
export interface ForcedStop {
  readonly hsn: string
  readonly sessionKey: string
  /** The operation's id; null when a row of an older version has none. */
  readonly operation: string | null
}

/** A request that another node has to answer. */
export interface Forwarded {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly name: OperationName
  /** The client's address. */
  readonly address: string
}

export interface Forwarder extends Pick<Forwarding, 'isForwarded' | 'nodeFor'> {
  /**
   * Forwards a request to another node and streams its answer back. `not_sent`: that node could not be reached, so it
   * has done nothing, and no answer was sent.
   */
  forward(node: OtherNode, forwarded: Forwarded): Promise<'answered' | 'not_sent'>
  /**
   * Requests another node to stop its operation on a terminal, for a request that is answered here. Waits briefly for
   * the answer.
   */
  stopAt(node: OtherNode, forwarded: Omit<Forwarded, 'reply'>, stop: ForcedStop): Promise<StopOutcome>
  /**
   * Ends forwarded requests that would not end by themselves in time: streams, and operations that wait for a person.
   * Such operations are stopped at their node, as its own shutdown would: their answers come back, and no prompt
   * remains whose answer could not be delivered.
   */
  stop(): void
}

export function createForwarder(forwarding: Forwarding, log: Log): Forwarder {
  const { beatMs, isLive, isForwarded, nodeFor, noteNotReached, stopOf } = forwarding
  /** Functions that end the currently forwarded requests. */
  const ends = new Set<() => void>()
  let isStopping = false

  const notReachedBy = (node: OtherNode, request: FastifyRequest, { message: reason }: Error) => {
    log.warn({ request_id: request.id, node: node.url, reason }, 'http.node_not_reached')
    noteNotReached(node)
  }

  const forward: Forwarder['forward'] = (node, forwarded) =>
    new Promise((resolve) => {
      const { request, reply, name } = forwarded
      const isStream = operationFacts[name].stream === true
      const stopName = stopOf(name)
      const { raw } = reply
      // The client has disconnected already, so its `close` event will not come again.
      if (raw.destroyed) {
        reply.hijack()
        resolve('answered')
        return
      }
      const asked = send(node, forwarded)
      let isSent = false
      let isAnswered = false
      let stopping: NodeJS.Timeout | undefined
      const over = (outcome: 'answered' | 'not_sent') => {
        clearTimeout(notReached)
        clearInterval(lookAfter)
        raw.off('close', onHangUp)
        clearInterval(stopping)
        ends.delete(end)
        resolve(outcome)
      }
      const onHangUp = () => {
        if (!raw.writableFinished) asked.destroy()
      }
      const end = () => {
        if (isStream) {
          asked.destroy()
          if (isAnswered) raw.end()
          else raw.destroy()
        } else if (stopName !== null) {
          const askToStop = () => sendStop(node, forwarded, stopName)
          stopping ??= setInterval(askToStop, stopEveryMs)
          askToStop()
        }
      }
      const notReached = setTimeout(() => asked.destroy(new Error('no connection in time')), connectMs)
      const lookAfter = setInterval(() => {
        isLive(node).then(
          (alive) => void (alive || asked.destroy(new Error('no sign of life'))),
          // If the look-up fails, it is repeated at the next beat.
          () => undefined,
        )
      }, beatMs)
      /** Called when the node may have received the request, and its answer, or the rest of it, is missing. */
      const lost = (error: Error) => {
        const isClientThere = !raw.destroyed && !raw.writableEnded
        if (isClientThere) {
          const fields = { request_id: request.id, node: node.url, reason: error.message }
          log.warn(fields, 'http.forwarded_answer_lost')
        }
        if (isClientThere && !isAnswered) sendError(request, reply, answerLost())
        else {
          if (!isAnswered) reply.hijack()
          if (!raw.writableEnded) raw.destroy()
        }
        over('answered')
      }
      raw.once('close', onHangUp)
      ends.add(end)
      if (isStopping) end()
      whenConnected(asked, () => {
        isSent = true
        clearTimeout(notReached)
      })
      asked.once('error', (error) => {
        asked.on('error', () => undefined)
        // The answer emits its own error.
        if (isAnswered) return
        if (isSent || raw.destroyed) return lost(error)
        notReachedBy(node, request, error)
        over('not_sent')
      })
      asked.once('response', (answer) => {
        // Every node sends this header; an answer without it is not from a node.
        if (answer.headers['api-version'] === undefined) {
          asked.destroy(new Error('the answer is of no node of this service'))
          return
        }
        isAnswered = true
        reply.hijack()
        raw.writeHead(answer.statusCode ?? 500, {
          ...definedOf(reply.getHeaders()),
          ...headersOf(answer.headers, notAnswered),
        })
        answer.once('error', lost)
        answer.once('end', () => over('answered'))
        answer.pipe(raw)
      })
    })

  return {
    isForwarded,
    nodeFor,
    forward,
    stopAt: (node, forwarded, stop) =>
      new Promise((resolve) => {
        const { request } = forwarded
        const asked = send(node, forwarded, stop)
        let isSent = false
        let isOver = false
        const over = (outcome: StopOutcome) => {
          isOver = true
          clearTimeout(tooLate)
          resolve(outcome)
        }
        // When an answer is cut off, both the request and the answer emit an error.
        const failed = (error: Error) => {
          if (isOver) return
          const fields = { request_id: request.id, node: node.url, reason: error.message }
          if (isSent) log.warn(fields, 'http.stop_not_answered')
          else notReachedBy(node, request, error)
          over('not_asked')
        }
        const tooLate = setTimeout(() => asked.destroy(new Error('no answer in time')), connectMs)
        whenConnected(asked, () => {
          isSent = true
        })
        asked.on('error', failed)
        asked.once('response', (answer) => {
          answer.on('error', failed).resume()
          const outcome = answer.headers[stoppedHeader] === undefined ? 'asked' : 'in_time'
          answer.once('end', () => over(answer.statusCode === 200 ? outcome : 'not_asked'))
        })
      }),
    stop() {
      isStopping = true
      for (const end of [...ends]) end()
    },
  }
}

/**
 * Uses a new connection for each request: a kept one may be dead, and then it is unknown whether the node received the
 * request. The path is that of the operation, so that a client's path cannot name another host.
 */
function send(
  node: OtherNode,
  { request, name, address }: Omit<Forwarded, 'reply'>,
  stop?: Pick<ForcedStop, 'hsn'> & Partial<ForcedStop>,
): ClientRequest {
  const url = new URL(operationFacts[name].path, node.url)
  const queryAt = request.url.indexOf('?')
  if (queryAt !== -1) url.search = request.url.slice(queryAt)
  const bytes =
    request.method === 'GET'
      ? null
      : Buffer.from(JSON.stringify(stop === undefined ? (request.body ?? {}) : { hsn: stop.hsn }))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const asked = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: request.method,
    agent: false,
    // Otherwise the certificate would be checked against the client's host header, which is forwarded (same-origin.ts).
    servername: isIP(host) === 0 ? host : '',
    headers: {
      ...headersOf(request.headers, stop === undefined ? notForwarded : notOfStop),
      ...(stop?.sessionKey === undefined ? {} : { 'x-session-key': stop.sessionKey }),
      ...(bytes === null ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...(typeof stop?.operation === 'string' ? { [forceHeader]: stop.operation } : {}),
      'x-forwarded-for': address,
      'x-request-id': request.id,
      [hopHeader]: '1',
    },
  })
  return asked.end(bytes ?? undefined)
}

/** Calls the listener before any data is sent on the connection; never when no connection is established. */
function whenConnected(asked: ClientRequest, listener: () => void): void {
  asked.once('socket', (socket) => {
    socket.setNoDelay(true)
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', listener)
  })
}

/** Stops a forwarded request on behalf of its sender. Its own answer has the outcome. */
function sendStop(node: OtherNode, forwarded: Forwarded, name: OperationName): void {
  const { hsn } = forwarded.request.body as { readonly hsn: string }
  const asked = send(node, { ...forwarded, name }, { hsn })
  asked.setTimeout(connectMs, () => asked.destroy())
  asked.on('error', () => undefined)
  asked.once('response', (answer) => answer.on('error', () => undefined).resume())
}

const headersOf = (headers: IncomingHttpHeaders, left: ReadonlySet<string>): IncomingMessage['headers'] => {
  const ofConnection = String(headers.connection ?? '').split(',')
  const named = new Set(ofConnection.map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name) && !named.has(name)))
}

const definedOf = (headers: ReturnType<FastifyReply['getHeaders']>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number | string[]
  >

/** The outcome is unknown: the request may or may not have been carried out. */
const answerLost = () =>
  serviceError(
    'internal',
    'The node of the service that this terminal is connected to did not answer. The command may have been executed, or may still be running. Check the payment intent or the terminal before you try again.',
  )
