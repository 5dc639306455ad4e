import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Node } from './two-nodes.ts'

/** Writes the row of a node with this address, regardless of what answers there. @returns the node's id */
export async function writeNode(node: Node, url: string, beatAgoMs = -600_000): Promise<string> {
  const { store, clock } = node.app.services
  const id = randomUUID()
  const document = { url, beat_at: (await store.now()) - beatAgoMs }
  const row = { account_id: '', id, version: 1, created_at: clock.now(), updated_at: clock.now(), document }
  await store.commit({ writes: [{ op: 'insert', kind: 'service_node', row }] })
  return id
}

/** Writes, or replaces, the row that names the node with which a terminal is linked. */
export async function writeLink(node: Node, hsn: string, nodeId: string): Promise<void> {
  const { store, clock } = node.app.services
  const now = await store.now()
  const document = { node: nodeId, linked: true, since: now, changed_at: now }
  const row = { account_id: '', id: hsn, created_at: clock.now(), updated_at: clock.now(), document }
  const before = await store.get('terminal_link', '', hsn)
  const written = await store.commit({
    writes: [
      before === null
        ? { op: 'insert', kind: 'terminal_link', row: { ...row, version: 1 } }
        : { op: 'update', kind: 'terminal_link', row: { ...row, version: before.version + 1 } },
    ],
  })
  if (!written.ok) throw new Error(`the link of ${hsn} was written by another one`)
}

/** Writes the row of an operation that a node runs on a terminal of this account. @returns the operation's id */
export async function writeOperation(node: Node, hsn: string, nodeId: string): Promise<string> {
  const { store, clock } = node.app.services
  const terminal = await store.find('terminal', hsn)
  if (terminal === null) throw new Error(`there is no terminal ${hsn}`)
  const now = await store.now()
  const session = { session_id: 'tml_1', hsn, key_hash: '', client: null, since: now, expires_at: now }
  const operation = randomUUID()
  const document = {
    ...{ node: nodeId, operation, name: 'terminals.read_input', payment_intent_id: null },
    ...{ session, ends_at: clock.verified() + 60_000, beat_at: now },
  }
  const times = { version: 1, created_at: clock.now(), updated_at: clock.now() }
  const row = { account_id: terminal.account_id, id: hsn, ...times, document }
  const written = await store.commit({ writes: [{ op: 'insert', kind: 'terminal_operation', row }] })
  if (!written.ok) throw new Error(`something has run on ${hsn} already`)
  return operation
}

/** Holds a node's reads of this kind until `letGo` is called. */
export function holdReads(node: Node, kind: string): { readonly held: () => number; letGo(): void } {
  const { store } = node.app.services
  const get = store.get
  let held = 0
  let letGo = () => {}
  const until = new Promise<void>((resolve) => {
    letGo = resolve
  })
  store.get = (async (...asked: Parameters<typeof get>) => {
    if (asked[0] === kind) {
      held += 1
      await until
    }
    return get.apply(store, asked)
  }) as typeof get
  return {
    held: () => held,
    letGo() {
      store.get = get
      letGo()
    },
  }
}

export interface Received {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Whether the asking node has disconnected before the answer. */
  isLeft: boolean
}

export interface FakeNode {
  readonly url: string
  readonly received: readonly Received[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
  stop(): Promise<void>
}

interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A server in place of a node, with configurable answers; it uses https if a certificate is given. */
export async function startFakeNode(certificate: Certificate | null = null): Promise<FakeNode> {
  const received: Received[] = []
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one: Received = {
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      isLeft: false,
    }
    response.once('close', () => {
      one.isLeft = !response.writableFinished
    })
    received.push(one)
    fake.answer(request, response)
  }
  const server: Server =
    certificate === null ? createServer(listener) : createTlsServer(certificate, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeNode = {
    url: `${certificate === null ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (_request, response) => {
      response.writeHead(200, { 'api-version': '1', 'content-type': 'application/json' }).end('{}')
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}
