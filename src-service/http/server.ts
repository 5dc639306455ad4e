import { randomBytes } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { mostBodyBytes } from '../../src-shared/api/operation.ts'
import { operationFacts } from '../../src-shared/api/operation-facts.ts'
import { versionOf } from '../../src-shared/api/versions.ts'
import { holdsCardData } from '../../src-shared/payments/card-data.ts'
import type { Log } from '../log.ts'
import type { SdkExample } from '../sandbox/sdk-example.ts'
import type { UpgradeHandler } from '../services.ts'
import type { ExampleFor } from '../web/mount-sdk.ts'
import { mountWeb } from '../web/mount-web.ts'
import { addressGroup } from './address-group.ts'
import { limitHeavyBodies } from './admission.ts'
import { acceptJsonBodies } from './body.ts'
import type { ClientAddress } from './client-address.ts'
import { allowPages } from './cors.ts'
import { answerBrokenHttp, answerUnknownRoute, handleErrors, longestRequestMs } from './error-handler.ts'
import { createEventStreams } from './event-stream.ts'
import { mountHealth } from './health.ts'
import { rememberMethods } from './known-methods.ts'
import { type MountOptions, mountOperations } from './mount.ts'
import { mountReference } from './reference/mount-reference.ts'
import { createSimilarOperation } from './similar-operation.ts'
import { createUnreadAnswers } from './unread-answers.ts'
import { mountUpgrades, upgradeOptions } from './upgrades.ts'
import { createPageLimit } from './wrong-secrets.ts'

export interface HttpServerOptions extends Omit<MountOptions, 'streams' | 'unread'> {
  readonly log: Log
  /** Directory of the built pages for browsers; without it there are none. */
  readonly webDirectory: string | undefined
  /** Data for the example of /docs/sdk; null without --sandbox. */
  readonly sdkExample: (() => Promise<SdkExample>) | null
  readonly upgrades: Readonly<Record<string, UpgradeHandler>>
}

/** The form of a request id that a client may choose. */
const requestIdShape = /^[A-Za-z0-9._-]{1,100}$/

/** Creates the HTTP server for the table; it does not listen yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { log } = options
  const server = Fastify({
    bodyLimit: mostBodyBytes,
    // Every GET also supports HEAD, except streams (mount.ts).
    exposeHeadRoutes: true,
    requestIdHeader: false,
    genReqId: createRequestIds(),
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (_error, request, reply) => answerUnknownRoute(request, reply),
    requestTimeout: longestRequestMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    http: upgradeOptions,
    return503OnClosing: false,
    // Some clients add a trailing slash, which is ignored.
    routerOptions: { maxParamLength: longestAddress, ignoreTrailingSlash: true },
    // The table's schemas are used for validation; Fastify's own compilers would only slow down the start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  })
  const streams = createEventStreams(log)
  options.gate.keys.onForgotten(streams.recheck)
  options.gate.sessions.onEnded(streams.recheck)
  server.addHook('preClose', async () => streams.endAll())
  endSilentConnections(server)
  if (log.isLevelEnabled?.('debug') === true) logRequests(server, log, options.addressOf)
  nameEveryAnswer(server)
  acceptJsonBodies(server, limitHeavyBodies(options.gate))
  const operations = Object.values(operationFacts).filter((row) => options.sandbox || row.sandbox !== true)
  handleErrors(server, log, {
    methods: rememberMethods(server),
    similar: createSimilarOperation(operations),
  })
  allowPages(server)
  mountOperations(server, { ...options, streams, unread: createUnreadAnswers() })
  mountHealth(server, options.services.store)
  mountReference(server, { sandbox: options.sandbox })
  if (options.webDirectory !== undefined) mountWeb(server, options.webDirectory, exampleFor(options))
  mountUpgrades(server.server, options.upgrades)
  return server
}

/** The example of /docs/sdk, which each address gets some hundred times at once. */
function exampleFor({ sdkExample, addressOf }: HttpServerOptions): ExampleFor | null {
  if (sdkExample === null) return null
  const limit = createPageLimit(() => performance.now())
  return async ({ socket, headers }) =>
    limit(addressGroup(addressOf(socket.remoteAddress, headers))) ?? (await sdkExample())
}

/** Adds the request id, which is also in the log, and the version of the reference of the answer (section 9). */
function nameEveryAnswer(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('api-version', versionOf(request.url))
    done()
  })
}

/**
 * Closes connections on which nothing was received. Clients open connections in advance, Node counts such a connection
 * as busy, and it would delay a shutdown until its time limit.
 */
function endSilentConnections(server: FastifyInstance): void {
  const open = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    // Reported again when a request on it offered another protocol (upgrades.ts).
    if (open.has(socket)) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}

/**
 * Maximum length of a path parameter: Node's own limit. Schemas limit ids and name the field in the error; with a lower
 * limit here, the router would treat a long id as an unknown route.
 */
const longestAddress = maxHeaderSize

const noCompiler = () => () => {
  throw new Error('a route has a schema of its own; it belongs in the table')
}

/** Logs one line per request. Never headers, query or body: they may contain a key or a card. */
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

/**
 * Returns the client's own id if it is well-formed; else a counter with a random prefix, which is cheap and unique
 * enough.
 */
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
