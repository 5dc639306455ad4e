import { randomBytes } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { versionOf } from '../../src-shared/api/versions.ts'
import { holdsCardData } from '../../src-shared/payments/card-data.ts'
import type { Log } from '../log.ts'
import type { SdkExample } from '../sandbox/sdk-example.ts'
import type { UpgradeHandler } from '../services.ts'
import { mountWeb } from '../web/mount-web.ts'
import { acceptJsonBodies } from './body.ts'
import type { ClientAddress } from './client-address.ts'
import { allowPages } from './cors.ts'
import { answerBrokenHttp, answerUnknownRoute, handleErrors } from './error-handler.ts'
import { createEventStreams } from './event-stream.ts'
import { mountHealth } from './health.ts'
import { rememberMethods } from './known-methods.ts'
import { type MountOptions, mountOperations } from './mount.ts'
import { mountReference } from './reference/mount-reference.ts'
import { createUnreadAnswers } from './unread-answers.ts'
import { mountUpgrades } from './upgrades.ts'

export interface HttpServerOptions extends Omit<MountOptions, 'streams' | 'unread'> {
  readonly log: Log
  /** Where the built pages for browsers are; without it there are none. */
  readonly webDirectory: string | undefined
  /** For the example of /docs/sdk; null without --sandbox. */
  readonly sdkExample: (() => Promise<SdkExample>) | null
  readonly upgrades: Readonly<Record<string, UpgradeHandler>>
}

/** Section 8 leaves it open: 1 MiB (docs/decisions). */
const mostBodyBytes = 1_048_576
/** What a client may choose as the id of its request. */
const requestIdShape = /^[A-Za-z0-9._-]{1,100}$/

/** The table as an HTTP server, not listening yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { log } = options
  const server = Fastify({
    bodyLimit: mostBodyBytes,
    // Every GET answers to HEAD, too, but for the streams (mount.ts).
    exposeHeadRoutes: true,
    requestIdHeader: false,
    genReqId: createRequestIds(),
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (_error, request, reply) => answerUnknownRoute(request, reply),
    // How long a client may take to send its request. How long the answer takes is not limited here.
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Some clients add a slash at the end: the answer is the same.
    routerOptions: { maxParamLength: longestAddress, ignoreTrailingSlash: true },
    // The table's schemas check and describe; Fastify's own compilers would only cost time at the start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  })
  const streams = createEventStreams(log)
  options.gate.keys.onForgotten(streams.recheck)
  options.gate.sessions.onEnded(streams.recheck)
  server.addHook('preClose', async () => streams.endAll())
  endSilentConnections(server)
  if (log.isLevelEnabled?.('debug') === true) logRequests(server, log, options.addressOf)
  nameEveryAnswer(server)
  acceptJsonBodies(server)
  handleErrors(server, log, rememberMethods(server))
  allowPages(server)
  mountOperations(server, { ...options, streams, unread: createUnreadAnswers() })
  mountHealth(server, options.services.store)
  mountReference(server, { sandbox: options.sandbox })
  if (options.webDirectory !== undefined) mountWeb(server, options.webDirectory, options.sdkExample)
  mountUpgrades(server.server, options.upgrades)
  return server
}

/** The id by which the log knows the request, and the version of the reference that the answer keeps to (section 9). */
function nameEveryAnswer(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('api-version', versionOf(request.url))
    done()
  })
}

/**
 * Clients open connections ahead of need. One that has not asked anything yet is busy in the eyes of node and would
 * hold up a stop until its limit.
 */
function endSilentConnections(server: FastifyInstance): void {
  const open = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}

/**
 * Node takes no longer one: how long an id may be is for the schemas to say, which name the field. To the router an id that is
 * too long is an operation that there is not.
 */
const longestAddress = maxHeaderSize

const noCompiler = () => () => {
  throw new Error('a route has a schema of its own; it belongs in the table')
}

/** One line per request. Never its headers, query or body: they may hold a key or a card. */
function logRequests(server: FastifyInstance, log: Log, addressOf: ClientAddress): void {
  server.addHook('onResponse', async (request, reply) => {
    const { id, method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const address = addressOf(request.socket.remoteAddress, request.headers)
    log.debug(
      { request_id: id, address, method, route: routeOptions.url, status: reply.statusCode, ms },
      'http.request',
    )
  })
}

/** The client's own id when it is a sane one; else a counter behind a random start, cheap and unique enough. */
function createRequestIds() {
  const prefix = `req_${randomBytes(6).toString('hex')}`
  let count = 0
  return ({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }): string => {
    const sent = headers['x-request-id']
    if (typeof sent === 'string' && requestIdShape.test(sent) && !holdsCardData(sent)) return sent
    count += 1
    return `${prefix}${count.toString(36).padStart(6, '0')}`
  }
}
