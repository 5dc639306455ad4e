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
import { operationFacts } from '../../src-shared/api/operation-facts.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'

/** Another node of the service, and the URL at which this one reaches it. */
export interface OtherNode {
  readonly id: string
  readonly url: string
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

/** Maximum time for a node to accept a connection, in ms: it is in the same network. */
export const connectMs = 2_000

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and headers that are set again. */
const notForwarded: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'content-length', 'content-encoding'],
  ...['forwarded', 'x-forwarded-for', 'x-request-id', hopHeader, forceHeader],
])
/** The idempotency key belongs to the stopped request. */
const notOfStop: ReadonlySet<string> = new Set([...notForwarded, 'x-idempotency-key'])

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

/**
 * Uses a new connection for each request: a kept one may be dead, and then it is unknown whether the node received the
 * request. The path is that of the operation, so that a client's path cannot name another host.
 */
export function sendToNode(
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
export function whenConnected(asked: ClientRequest, listener: () => void): void {
  asked.once('socket', (socket) => {
    socket.setNoDelay(true)
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', listener)
  })
}

/** Without the headers of the connection, and those to leave out. */
export const headersOf = (
  headers: IncomingHttpHeaders,
  left: ReadonlySet<string>,
): IncomingMessage['headers'] => {
  const ofConnection = String(headers.connection ?? '').split(',')
  const named = new Set(ofConnection.map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name) && !named.has(name)))
}
