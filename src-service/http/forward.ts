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

/** Another node of the service, and where this one reaches it. */
export interface OtherNode {
  readonly id: string
  readonly url: string
}

/** Which node of the service is to answer. */
export interface Forwarding {
  /** How often a node that owes an answer is looked after, ms. */
  readonly beatMs: number
  /** Whether it may be for another node to answer. */
  isForwarded(name: OperationName): boolean
  /** The other node that is to answer this; null: this one. */
  nodeFor(name: OperationName, hsn: string): Promise<OtherNode | null>
  /** What stops this while it waits for a person; null: it is soon over by itself. */
  stopOf(name: OperationName): OperationName | null
  /** No connection to that node came about. */
  noteNotReached(node: OtherNode): void
  /** Whether that node still gives signs of life. */
  isLive(node: OtherNode): Promise<boolean>
}

/**
 * Marks a request that a node has forwarded, so that no other one does it again. It is no proof of anything: whoever
 * sends it is answered by the node that got it.
 */
const hopHeader = 'x-node-hop'

export const hasHop = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[hopHeader] !== undefined

/**
 * Names the operation that is to be stopped because a session was opened with force. It gives no rights either: what it
 * names is stopped with the key of the session that the terminal has now, or not at all.
 */
const forceHeader = 'x-node-force'

/** Null: an ordinary request, or one of a former version's node. */
export const forcedStopOf = (request: FastifyRequest): string | null => {
  const operation = request.headers[forceHeader]
  return hasHop(request) && typeof operation === 'string' ? operation : null
}

/** On the answer of a node that was asked to stop something by force: it was stopped in time, so that nothing was charged. */
export const stoppedHeader = 'x-node-stopped'

/**
 * What is known of something that another node was to stop: `in_time`, so that nothing was charged by it; `asked`, and only
 * its own answer tells; `not_asked`, as far as is known.
 */
export type StopOutcome = 'in_time' | 'asked' | 'not_asked'

/** How long a node may take to accept a connection, ms: it is in the same network. */
const connectMs = 2_000

/** A request to stop what is forwarded may arrive before it, or be lost: it is repeated so often, ms. */
const stopEveryMs = 1_000

/** Of this connection alone (RFC 9110, section 7.6.1), or written anew. */
const notForwarded: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'content-length', 'content-encoding'],
  ...['forwarded', 'x-forwarded-for', 'x-request-id', hopHeader, forceHeader],
])
/** The key is the stopped request's. */
const notOfStop: ReadonlySet<string> = new Set([...notForwarded, 'x-idempotency-key'])
const notAnswered: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

/** What another node is to stop on a terminal, for the holder of a session that was opened with force. */
export interface ForcedStop {
  readonly hsn: string
  readonly sessionKey: string
  /** The id of what it runs; null where a row of a former version has none. */
  readonly operation: string | null
}

/** A request that another node is to answer. */
export interface Forwarded {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly name: OperationName
  /** Of the client. */
  readonly address: string
}

export interface Forwarder extends Pick<Forwarding, 'isForwarded' | 'nodeFor'> {
  /**
   * Has another node answer, and hands its answer on as it comes. `not_sent`: that node was not reached, so it has done
   * nothing, and nothing was answered.
   */
  forward(node: OtherNode, forwarded: Forwarded): Promise<'answered' | 'not_sent'>
  /**
   * Has another node stop what it runs on a terminal, for a request that is answered here. Waits for its answer, but not
   * for long.
   */
  stopAt(node: OtherNode, forwarded: Omit<Forwarded, 'reply'>, stop: ForcedStop): Promise<StopOutcome>
  /**
   * Ends what would not end by itself in time: streams, and what waits for a person. That is stopped where it runs, as a
   * stop of that node would: its answer comes back, and nobody is asked for what has no answer any more.
   */
  stop(): void
}

export function createForwarder(forwarding: Forwarding, log: Log): Forwarder {
  const { beatMs, isLive, isForwarded, nodeFor, noteNotReached, stopOf } = forwarding
  /** How each of what is forwarded now is ended. */
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
      // The client has left meanwhile: its end was reported to nobody, and will not be again.
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
          // What cannot be looked up now is looked up at the next beat.
          () => undefined,
        )
      }, beatMs)
      /** The node may have got the request, and owes an answer, or the rest of one. */
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
        // That of the answer itself follows.
        if (isAnswered) return
        if (isSent || raw.destroyed) return lost(error)
        notReachedBy(node, request, error)
        over('not_sent')
      })
      asked.once('response', (answer) => {
        // Every answer of a node has it: whoever answers without it is none.
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
        // Where an answer breaks off, both the request and the answer report it.
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
 * A connection for each request: one that was kept may have died since, and nobody could say whether the node has got what
 * was sent on it. The path is that of the operation, so that no client's word for it can name another host.
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
    // Else the certificate is checked against the host that the client asked for, which goes along (same-origin.ts).
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

/** Calls before anything is sent on the connection; never, where none comes about. */
function whenConnected(asked: ClientRequest, listener: () => void): void {
  asked.once('socket', (socket) => {
    socket.setNoDelay(true)
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', listener)
  })
}

/** Whoever sent the request may stop it. What comes of that is in its own answer. */
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

/** Nothing is known of what was asked: neither that it was done, nor that it was not. */
const answerLost = () =>
  serviceError(
    'internal',
    'The node of the service that has this terminal’s link did not answer. What was asked for may have been done, or may still go on: look at the payment intent, or ask the terminal, before it is tried again.',
  )
