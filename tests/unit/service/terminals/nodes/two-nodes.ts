import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../../../../src-service/app.ts'
import { readTrustedProxies } from '../../../../../src-service/http/client-address.ts'
import { startTestServer } from '../../../../support/embedded-postgres.ts'
import { freePort } from '../../../../support/free-port.ts'
import { silentLog } from '../../../../support/silent-log.ts'

/** A node of the service with its own HTTP server, which the balancer and the other nodes reach. */
export interface Node {
  readonly app: App
  readonly url: string
  /** The headers with the API key and the account. */
  readonly headers: Readonly<Record<string, string>>
  /** Sends a request; a GET if `body` is undefined. */
  send(path: string, options?: SendOptions): Promise<Answer>
  /** Runs an operation on a terminal. */
  run(name: string, body: object, options?: SendOptions): Promise<Answer>
  plug(hsn: string, behaviour?: object): Promise<void>
  unplug(hsn: string): Promise<void>
  /** @returns the session's key */
  connect(hsn: string, force?: boolean): Promise<string>
  stop(): Promise<void>
}

export interface SendOptions {
  readonly sessionKey?: string | undefined
  readonly body?: object | undefined
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a body of any operation
  readonly body: any
}

export interface Cluster {
  open(options?: { readonly nodeUrl?: string | null }): Promise<Node>
  readonly databaseUrl: string
  stop(): Promise<void>
}

const privateKey = `sk_${'d'.repeat(40)}`

/** Nodes of the service on one database that can reach each other. */
export function createCluster(databaseUrl: string): Cluster {
  const folder = mkdtempSync(join(tmpdir(), 'nodes-of-terminals-'))
  const vaultKeys = randomBytes(32).toString('base64')
  const opened: Node[] = []
  const proxies = readTrustedProxies('127.0.0.1')
  return {
    databaseUrl,
    async open({ nodeUrl } = {}) {
      const port = await freePort()
      const url = nodeUrl === undefined ? `http://127.0.0.1:${port}` : nodeUrl
      const app = await createApp(
        {
          ...{
            port,
            host: '127.0.0.1',
            dataDirectory: join(folder, String(port)),
            databaseUrl,
            sandbox: true,
          },
          ...{ rateLimit: null, checkReplies: true, vaultKeys, privateKey },
          ...(url === null ? {} : { nodeUrl: url }),
          ...(proxies.ok ? { trustedProxies: proxies.value } : {}),
        },
        silentLog,
      )
      const node = nodeAt(app, await app.listen())
      opened.push(node)
      return node
    },
    async stop() {
      await Promise.all(opened.map((node) => node.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TwoNodes = Awaited<ReturnType<typeof startTwoNodes>>

/** Starts two nodes on a database of their own, which is removed with them. */
export async function startTwoNodes() {
  const server = await startTestServer()
  const cluster = createCluster(await server.createDatabase())
  return {
    ...{ one: await cluster.open(), two: await cluster.open(), open: cluster.open },
    async stop() {
      await cluster.stop()
      await server.stop()
    },
  }
}

function nodeAt(app: App, url: string): Node {
  const keys = { 'x-api-key': privateKey, 'x-account-id': app.sandbox?.account_id ?? '' }
  const send: Node['send'] = async (path, { sessionKey, body, method, headers, signal } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...keys,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sessionKey === undefined ? {} : { 'x-session-key': sessionKey }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const run: Node['run'] = (name, body, options = {}) =>
    send(`/terminals/processor/${name}`, { ...options, body })
  const must = async (answer: Promise<Answer>): Promise<Answer> => {
    const got = await answer
    if (got.status !== 200) throw new Error(`${got.status}: ${JSON.stringify(got.body)}`)
    return got
  }
  let stopped: Promise<void> | null = null
  return {
    app,
    url,
    headers: keys,
    send,
    run,
    async plug(hsn, behaviour = {}) {
      await must(send('/sandbox/virtual_terminals', { body: { hsn, ...behaviour } }))
    },
    async unplug(hsn) {
      await must(send(`/sandbox/virtual_terminals/${hsn}`, { method: 'DELETE' }))
    },
    async connect(hsn, force = false) {
      const { body } = await must(run('connect', { hsn, ...(force ? { force: 'true' } : {}) }))
      return String(body.session_key)
    },
    stop() {
      stopped ??= app.stop()
      return stopped
    },
  }
}
