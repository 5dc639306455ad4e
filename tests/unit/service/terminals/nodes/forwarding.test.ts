import { connect as dial } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../support/embedded-postgres.ts'
import { eventually } from '../../../../support/eventually.ts'
import { freePort } from '../../../../support/free-port.ts'
import { follow } from './followed.ts'
import {
  type FakeNode,
  holdReads,
  startFakeNode,
  writeLink,
  writeNode,
  writeOperation,
} from './other-node.ts'
import { type Cluster, createCluster, type Node } from './two-nodes.ts'

/** What a node forwards and returns, seen by a server in place of the node that has the terminal's link. */
let server: TestServer
let cluster: Cluster
let node: Node
let fake: FakeNode
const hsn = 'VT-AWAY'
beforeAll(async () => {
  server = await startTestServer()
  cluster = createCluster(await server.createDatabase())
  node = await cluster.open()
  fake = await startFakeNode()
  // A terminal of the account that is not linked here.
  await node.plug(hsn)
  await eventually(async () => expect((await linkRow())?.linked).toBe(true))
  await node.unplug(hsn)
  await eventually(async () => expect((await linkRow())?.linked).toBe(false))
})
afterAll(async () => {
  await cluster?.stop()
  await fake?.stop()
  await server?.stop()
})
const linkRow = async () =>
  (await node.app.services.store.get<{ readonly linked: boolean }>('terminal_link', '', hsn))?.document
const isWith = async (url: string, beatAgoMs?: number) =>
  writeLink(node, hsn, await writeNode(node, url, beatAgoMs))

const calm = fakeAnswer(200, '{"confirmed":true}')
function fakeAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  return ((_request, response) => {
    response.writeHead(status, { 'api-version': '1', 'content-type': 'application/json', ...headers })
    response.end(body)
  }) satisfies FakeNode['answer']
}
beforeEach(() => {
  fake.answer = calm
})
const last = () => fake.received.at(-1)
const confirm = (headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
  node.run(
    'read_confirmation',
    { hsn, prompt: 'Is it?' },
    {
      sessionKey: 'their key',
      headers,
      ...(signal === undefined ? {} : { signal }),
    },
  )

describe('a request that another node answers', () => {
  test("it arrives unchanged, with the header of its one hop and only the client's address", async () => {
    await isWith(fake.url)
    await confirm({
      'x-idempotency-key': 'a key for this prompt',
      'accept-language': 'fr',
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'x-request-id': 'asked-here',
      cookie: 'a=b',
    })
    expect(last()).toMatchObject({ url: '/terminals/processor/read_confirmation' })
    expect(JSON.parse(last()?.body ?? '')).toEqual({ hsn, prompt: 'Is it?' })
    expect(last()?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-session-key': 'their key',
      'x-idempotency-key': 'a key for this prompt',
      'accept-language': 'fr',
      cookie: 'a=b',
      'x-request-id': 'asked-here',
      'x-node-hop': '1',
      // The balancer is trusted (--trusted-proxy): the last address is the client's, and those before it are unproven.
      'x-forwarded-for': '198.51.100.7',
    })
    expect(last()?.headers['x-api-key']).toBeDefined()
    expect(last()?.headers.forwarded).toBeUndefined()
  })

  test('status, headers and body of the answer are returned', async () => {
    await isWith(fake.url)
    fake.answer = fakeAnswer(409, '{"error":{"code":"x"}}', { 'retry-after': '7', 'x-session-key': 'new' })
    const answer = await confirm()
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'x' } } })
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(answer.headers.get('x-session-key')).toBe('new')
  })

  test('the forwarding node does not begin the work: the idempotency key stays free there', async () => {
    await isWith(fake.url)
    const headers = { 'x-idempotency-key': 'free at the first node' }
    await confirm(headers)
    await confirm(headers)
    const sent = fake.received.filter(
      (one) => one.headers['x-idempotency-key'] === headers['x-idempotency-key'],
    )
    expect(sent).toHaveLength(2)
  })

  test('when the client disconnects, the request to the other node is ended too', async () => {
    await isWith(fake.url)
    fake.answer = () => {}
    const count = fake.received.length
    const controller = new AbortController()
    const asked = confirm({}, controller.signal).catch(() => undefined)
    await expect.poll(() => fake.received.length).toBe(count + 1)
    expect(last()?.isLeft).toBe(false)
    controller.abort()
    await asked
    await expect.poll(() => last()?.isLeft).toBe(true)
  })

  test.each([
    ['a prompt', 'read_confirmation', { hsn, prompt: 'Is it?' }],
    ['a stream', `events?hsn=${hsn}`, undefined],
  ])('%s whose client disconnects before it is forwarded is not sent', async (_what, path, body) => {
    await isWith(fake.url)
    fake.answer = () => {}
    const count = fake.received.length
    const reads = holdReads(node, 'terminal_link')
    onTestFinished(reads.letGo)
    const controller = new AbortController()
    const { signal } = controller
    const options = { body, sessionKey: 'their key', signal }
    const asked = node.send(`/terminals/processor/${path}`, options).catch(() => 'left')
    await expect.poll(reads.held).toBe(1)
    controller.abort()
    expect(await asked).toBe('left')
    // Waits until the node has noticed.
    await new Promise((resolve) => setTimeout(resolve, 200))
    reads.letGo()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(fake.received).toHaveLength(count)
  })

  test('requests refused here are not forwarded: a body that is too large, an unknown field, no key', async () => {
    await isWith(fake.url)
    const count = fake.received.length
    const tooLarge = await node.run('display', { hsn, text: 'x'.repeat(1_100_000) })
    expect(tooLarge).toMatchObject({ status: 413, body: { error: { code: 'body_too_large' } } })
    expect((await node.run('display', { hsn, texts: '' })).status).toBe(400)
    expect((await node.run('ping', { hsn }, { headers: { 'x-api-key': '' } })).status).toBe(401)
    expect(fake.received).toHaveLength(count)
  })

  test('a cancel goes to the node that runs the operation, wherever the link is now', async () => {
    await node.plug('VT-RUNS')
    await writeOperation(node, 'VT-RUNS', await writeNode(node, fake.url))
    const headers = { 'x-node-force': 'their word for it' }
    await node.run('cancel', { hsn: 'VT-RUNS' }, { sessionKey: 'their key', headers })
    expect(last()).toMatchObject({ url: '/terminals/processor/cancel' })
    expect(last()?.headers['x-node-force']).toBeUndefined()
    const count = fake.received.length
    await node.run('ping', { hsn: 'VT-RUNS' })
    expect(fake.received).toHaveLength(count)
  })

  test('an absolute address in the request line does not change where the request goes', async () => {
    await isWith(fake.url)
    const { pathname, host } = new URL(`http://elsewhere.example/terminals/processor/ping`)
    const { port } = new URL(node.url)
    const socket = dial(Number(port), '127.0.0.1')
    const body = JSON.stringify({ hsn })
    const count = fake.received.length
    socket.write(
      `POST http://${host}${pathname} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: sk_${'d'.repeat(40)}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    expect(fake.received).toHaveLength(count + 1)
    expect(last()).toMatchObject({ url: '/terminals/processor/ping' })
  })
})

describe('a node that does not answer', () => {
  const claimsNothing = (body: { readonly error: { readonly code: string; readonly message: string } }) => {
    expect(body.error.code).toBe('internal')
    expect(body.error.message).toContain('may have been executed')
    expect(body.error.message).not.toMatch(/nothing was/i)
  }

  test('a node that accepts no connection has done nothing: the terminal is not connected', async () => {
    await isWith(`http://127.0.0.1:${await freePort()}`)
    const opened = await node.run('connect', { hsn })
    expect(opened.body.error).toMatchObject({ code: 'terminal_not_connected' })
    expect(opened.body.error.message).toContain('Nothing was charged')
    expect((await node.run('ping', { hsn })).body).toMatchObject({ connected: false, busy: false })
  })

  test('followers of a node that accepts no connection are not disconnected again and again', async () => {
    await node.plug(hsn)
    await eventually(async () => expect((await linkRow())?.linked).toBe(true))
    const sessionKey = await node.connect(hsn)
    await node.unplug(hsn)
    await eventually(async () => expect((await linkRow())?.linked).toBe(false))
    await isWith(`http://127.0.0.1:${await freePort()}`)
    const followed = await follow(node, hsn, sessionKey)
    expect(followed.status).toBe(200)
    const open = new Promise((resolve) => setTimeout(() => resolve('open'), 3_000))
    expect(await Promise.race([followed.ended, open])).toBe('open')
    // By then the node may be reachable again.
    expect(await followed.ended).toBe('ended')
  })

  test('a connection lost after the request leaves the outcome unknown', async () => {
    await isWith(fake.url)
    fake.answer = (request) => request.socket.destroy()
    const lost = await confirm()
    expect(lost.status).toBe(500)
    claimsNothing(lost.body)
  })

  test('a connection lost during the answer is closed for the client too', async () => {
    await isWith(fake.url)
    fake.answer = (request, response) => {
      response.writeHead(200, { 'api-version': '1', 'content-length': '100' })
      response.write('{"confirmed":', () => request.socket.destroy())
    }
    await expect(confirm()).rejects.toThrow()
  })

  test('an answer that is not from a node counts as no answer, and its redirect is not followed', async () => {
    await isWith(fake.url)
    const count = fake.received.length
    fake.answer = (_request, response) => response.writeHead(302, { location: `${fake.url}/else` }).end()
    claimsNothing((await confirm()).body)
    expect(fake.received).toHaveLength(count + 1)
  })

  test('a node that hangs is waited for until it counts as dead', async () => {
    await isWith(fake.url, 13_000)
    fake.answer = () => {}
    claimsNothing((await confirm()).body)
  })

  test('a node without a heartbeat gets no requests, and its terminals are not connected', async () => {
    await isWith(fake.url, 60_000)
    const count = fake.received.length
    expect((await node.run('connect', { hsn })).body.error.code).toBe('terminal_not_connected')
    expect(fake.received).toHaveLength(count)
    const { body } = await node.run('terminal_details', { merchant_id: node.app.sandbox?.merchant_id })
    const found = body.terminal_details.find((each: { hsn: string }) => each.hsn === hsn)
    expect(found).toMatchObject({ connected: false })
  })

  test('an address that is neither http nor https gets no requests', async () => {
    await isWith('file:///etc/passwd')
    expect((await node.run('connect', { hsn })).body.error.code).toBe('terminal_not_connected')
  })
})

describe('the hop header', () => {
  const marked = { 'x-node-hop': '1' }

  test('a client that sends it is answered by the node that it reached, after the same checks', async () => {
    await isWith(fake.url)
    const count = fake.received.length
    const opened = await node.run('connect', { hsn }, { headers: marked })
    expect(opened.body.error.code).toBe('terminal_not_connected')
    const noKey = await node.run('ping', { hsn }, { headers: { ...marked, 'x-api-key': '' } })
    expect(noKey.body.error.code).toBe('api_key_missing')
    expect((await node.run('ping', { hsn: 'VT-THEIRS' }, { headers: marked })).body.error.code).toBe(
      'hsn_not_owned',
    )
    expect(fake.received).toHaveLength(count)
  })

  test('a row that points to the same node, or to one without the link, causes no loop', async () => {
    await isWith(node.url)
    expect((await node.run('connect', { hsn })).body.error.code).toBe('terminal_not_connected')
    const other = await cluster.open()
    await isWith(other.url)
    expect((await node.run('connect', { hsn })).body.error.code).toBe('terminal_not_connected')
  })
})
