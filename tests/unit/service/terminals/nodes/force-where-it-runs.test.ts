import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../../support/embedded-postgres.ts'
import { freePort } from '../../../../support/free-port.ts'
import { follow } from './followed.ts'
import { type FakeNode, holdReads, startFakeNode, writeNode, writeOperation } from './other-node.ts'
import { type Cluster, createCluster, type Node } from './two-nodes.ts'

/**
 * A connect with force at the node that a terminal has dialled, while the node that it left still runs an operation on
 * it.
 */
let server: TestServer
let cluster: Cluster
let one: Node
let two: Node
beforeAll(async () => {
  server = await startTestServer()
  cluster = createCluster(await server.createDatabase())
  one = await cluster.open()
  two = await cluster.open()
})
afterAll(async () => {
  await cluster?.stop()
  await server?.stop()
})

/** Makes this node miss that terminals have dialled other nodes, as when it was held up. */
function neverLooks(node: Node): void {
  const { store } = node.app.services
  const list = store.list
  store.list = (async (...asked: Parameters<typeof list>) =>
    asked[0] === 'terminal_link' ? [] : list.apply(store, asked)) as typeof list
  onTestFinished(() => {
    store.list = list
  })
}

/** Delays each read of this kind at this node by `delayMs`. */
function slowReads(node: Node, kind: string, delayMs: number): void {
  const { store } = node.app.services
  const get = store.get
  store.get = (async (...asked: Parameters<typeof get>) => {
    if (asked[0] === kind) await delay(delayMs)
    return get.apply(store, asked)
  }) as typeof get
  onTestFinished(() => {
    store.get = get
  })
}

/** Makes each read of this kind fail at this node, as when the database fails. */
function failReads(node: Node, kind: string): void {
  const { store } = node.app.services
  const find = store.find
  store.find = (async (...asked: Parameters<typeof find>) => {
    if (asked[0] === kind) throw new Error('the database has failed')
    return find.apply(store, asked)
  }) as typeof find
  onTestFinished(() => {
    store.find = find
  })
}

/** A sale that waits at node one, while its terminal has dialled node two. */
async function leftBehind(hsn: string) {
  const client = { id: `till of ${hsn}`, name: 'Till' }
  await one.plug(hsn, { script: 'silent' })
  const opened = await one.run('connect', { hsn, client })
  const { body: intent } = await one.send('/payment_intents', { body: { amount: 1234 } })
  const sessionKey = String(opened.body.session_key)
  const asked = one.run('auth_card', { hsn, payment_intent_id: intent.id }, { sessionKey })
  await isBusy(one, hsn)
  neverLooks(one)
  await two.plug(hsn)
  return { hsn, client, sessionKey, intentId: String(intent.id), asked }
}

/** Node two forces a terminal with an operation on a node at this URL. @returns its warnings */
async function forcedAway(hsn: string, url: string) {
  const { log } = two.app.services
  const warn = vi.spyOn(log, 'warn')
  onTestFinished(() => warn.mockRestore())
  await two.plug(hsn)
  await writeOperation(two, hsn, await writeNode(two, url))
  expect((await two.run('connect', { hsn, force: 'true' })).status).toBe(200)
  const warnings = () =>
    warn.mock.calls.map(([, event]) => event).filter((event) => event.startsWith('http.'))
  return { hsn, warnings }
}

/** Waits until the operation's row is visible to the other node. */
async function isBusy(node: Node, hsn: string): Promise<void> {
  const row = async () =>
    (await node.app.services.store.find<{ ends_at: number }>('terminal_operation', hsn))?.document.ends_at
  await expect.poll(row).toBeGreaterThan(0)
}

describe('force, when the terminal’s link has left the node that runs the operation', () => {
  test("that node is asked to stop, and its caller gets the new holder's name", async () => {
    const hsn = 'VT-LEFT-BEHIND'
    await one.plug(hsn, { script: 'silent' })
    const before = await one.connect(hsn)
    const asked = one.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey: before })
    await isBusy(one, hsn)
    neverLooks(one)
    await two.plug(hsn)
    const client = { id: 'the other counter', name: 'Bar' }
    const opened = await two.run('connect', { hsn, force: 'true', client })
    expect(opened.status).toBe(200)
    const { error } = (await asked).body
    expect(error).toMatchObject({ code: 'terminal_cancelled', held_by: { name: 'Bar' } })
    expect(error.message).toContain('Nothing was charged')
    const sessionKey = String(opened.body.session_key)
    const shown = async () => (await two.run('display', { hsn, text: 'Hello' }, { sessionKey })).body
    await expect.poll(shown).toEqual({ text: 'Hello' })
  })

  test('a POS that forces its own sale gets force as the reason, not its own cancel', async () => {
    const { hsn, client, asked } = await leftBehind('VT-OWN-SALE')
    expect((await two.run('connect', { hsn, force: 'true', client })).status).toBe(200)
    expect((await asked).body.error).toMatchObject({ code: 'terminal_cancelled', held_by: { name: 'Till' } })
  })

  test('a cancel by a POS that has renewed its session counts as its own', async () => {
    const { hsn, client, asked } = await leftBehind('VT-OWN-CANCEL')
    const opened = await two.run('connect', { hsn, client })
    const sessionKey = String(opened.body.session_key)
    expect((await two.run('cancel', { hsn }, { sessionKey })).body).toEqual({ cancelled: true })
    const { error } = (await asked).body
    expect(error.message).toBe('Cancelled by the POS. Nothing was charged.')
    expect(error.held_by).toBeUndefined()
  })

  test('a late stop does not stop the next command or another operation of the holder', async () => {
    const hsn = 'VT-LATE-STOP'
    await one.plug(hsn, { script: 'silent' })
    const sessionKey = await one.connect(hsn)
    const asked = one.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey })
    await isBusy(one, hsn)
    const stop = (operation: string) =>
      one.run('cancel', { hsn }, { sessionKey, headers: { 'x-node-hop': '1', 'x-node-force': operation } })
    const late = await stop('one that has ended')
    expect(late).toMatchObject({ status: 200, body: { cancelled: false } })
    expect(late.headers.get('x-node-stopped')).toBeNull()
    expect((await one.run('ping', { hsn })).body).toMatchObject({ busy: true })
    const row = await one.app.services.store.find<{ operation: string }>('terminal_operation', hsn)
    const inTime = await stop(row?.document.operation ?? '')
    expect(inTime).toMatchObject({ status: 200, body: { cancelled: true } })
    expect(inTime.headers.get('x-node-stopped')).toBe('1')
    expect((await asked).body.error.code).toBe('terminal_cancelled')
  })

  test('when the terminal does not confirm the stop, the first command waits until it is free', async () => {
    const hsn = 'VT-SWALLOWS'
    await one.plug(hsn, { script: 'silent', answer_delay_ms: 60_000 })
    const before = await one.connect(hsn)
    const asked = one.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey: before })
    await isBusy(one, hsn)
    neverLooks(one)
    // The node takes longer to write its end, too.
    slowReads(one, 'terminal_operation', 600)
    await two.plug(hsn)
    const sessionKey = await two.connect(hsn, true)
    const shown = await two.run('display', { hsn, text: 'Hello' }, { sessionKey })
    expect(shown.body).toEqual({ text: 'Hello' })
    expect((await asked).body.error.code).toBe('terminal_cancelled')
  })

  test('a command that began before the force, but was recorded after it, does not run', async () => {
    const hsn = 'VT-NOT-YET-WRITTEN'
    await one.plug(hsn, { script: 'silent' })
    const before = await one.connect(hsn)
    neverLooks(one)
    const reads = holdReads(one, 'terminal_operation')
    onTestFinished(reads.letGo)
    const asked = one.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey: before })
    await expect.poll(reads.held).toBe(1)
    await two.plug(hsn)
    const sessionKey = await two.connect(hsn, true)
    reads.letGo()
    expect(await asked).toMatchObject({ body: { error: { code: 'terminal_session_invalid' } } })
    const shown = await two.run('display', { hsn, text: 'Hello' }, { sessionKey })
    expect(shown.body).toEqual({ text: 'Hello' })
  })

  test("the node is asked once, with the new session's key instead of the request's", async () => {
    const hsn = 'VT-ASKED-ONCE'
    const fake = await startFakeNode()
    onTestFinished(fake.stop)
    await two.plug(hsn)
    const operation = await writeOperation(two, hsn, await writeNode(two, fake.url))
    const opened = await two.run('connect', { hsn, force: 'true' })
    expect(opened.status).toBe(200)
    expect(fake.received).toHaveLength(1)
    const [stop] = fake.received
    expect(stop).toMatchObject({ url: '/terminals/processor/cancel' })
    expect(JSON.parse(stop?.body ?? '')).toEqual({ hsn })
    expect(stop?.headers).toMatchObject({
      'x-session-key': opened.body.session_key,
      'x-node-hop': '1',
      'x-node-force': operation,
    })
  })

  test.each([
    {
      hsn: 'VT-NO-CONNECTION',
      what: 'does not accept connections',
      urlOf: async () => `http://127.0.0.1:${await freePort()}`,
    },
    {
      hsn: 'VT-NO-ANSWER',
      what: 'never answers',
      urlOf: async () => {
        const fake = await startFakeNode()
        fake.answer = () => {}
        onTestFinished(fake.stop)
        return fake.url
      },
    },
  ])('a node that $what does not delay the new session for long', async ({ hsn, urlOf }) => {
    await two.plug(hsn)
    await writeOperation(two, hsn, await writeNode(two, await urlOf()))
    const before = performance.now()
    expect((await two.run('connect', { hsn, force: 'true' })).status).toBe(200)
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  test('the followers of the ended session learn which sale was stopped', async () => {
    const { hsn, sessionKey, intentId, asked } = await leftBehind('VT-SALE-STOPPED')
    const followed = await follow(two, hsn, sessionKey)
    const client = { id: 'the other counter', name: 'Bar' }
    expect((await two.run('connect', { hsn, force: 'true', client })).status).toBe(200)
    expect((await asked).body.error).toMatchObject({ code: 'terminal_cancelled', held_by: { name: 'Bar' } })
    expect(await followed.ended).toBe('ended')
    expect(followed.events.at(-1)).toMatchObject({
      ended_by: 'force',
      by: { name: 'Bar' },
      cancelled: { command: 'auth_card', payment_intent_id: intentId },
    })
  })

  test.each<{ readonly hsn: string; readonly what: string; readonly answer: FakeNode['answer'] }>([
    {
      hsn: 'VT-ENDED-ALREADY',
      what: 'had no running command',
      answer: (_request, response) => {
        response.writeHead(200, { 'api-version': '1' }).end('{"cancelled":false}')
      },
    },
    {
      hsn: 'VT-SELLS-BY-ITSELF',
      what: 'could only ask a terminal that authorizes by itself to stop',
      answer: (_request, response) => {
        response.writeHead(200, { 'api-version': '1' }).end('{"cancelled":true}')
      },
    },
    {
      hsn: 'VT-TOO-LATE',
      what: 'was too late',
      answer: (_request, response) => {
        response.writeHead(500, { 'api-version': '1' }).end('{"error":{"code":"terminal_cancelled"}}')
      },
    },
  ])(
    "when that node $what, the followers' last event names no cancelled command",
    async ({ hsn, answer }) => {
      const fake = await startFakeNode()
      onTestFinished(fake.stop)
      fake.answer = answer
      await two.plug(hsn)
      const followed = await follow(two, hsn, await two.connect(hsn))
      await writeOperation(two, hsn, await writeNode(two, fake.url))
      expect((await two.run('connect', { hsn, force: 'true' })).status).toBe(200)
      expect(await followed.ended).toBe('ended')
      expect(followed.events.at(-1)).toMatchObject({ ended_by: 'force', cancelled: null })
    },
  )

  test('a database that fails after the session is open does not withhold its key', async () => {
    const hsn = 'VT-NO-ROW'
    await two.plug(hsn)
    const followed = await follow(two, hsn, await two.connect(hsn))
    failReads(two, 'terminal_operation')
    const opened = await two.run('connect', { hsn, force: 'true' })
    expect(opened.status).toBe(200)
    expect(await followed.ended).toBe('ended')
    expect(followed.events.at(-1)).toMatchObject({ ended_by: 'force', cancelled: null })
    const ping = await two.run('ping', { hsn }, { sessionKey: String(opened.body.session_key) })
    expect(ping.body).toMatchObject({ session_open: true })
  })

  test("that node is also asked when a command here only waits for that node's operation", async () => {
    const hsn = 'VT-WAITS-HERE'
    const fake = await startFakeNode()
    onTestFinished(fake.stop)
    await two.plug(hsn)
    const sessionKey = await two.connect(hsn)
    const followed = await follow(two, hsn, sessionKey)
    await writeOperation(two, hsn, await writeNode(two, fake.url))
    fake.answer = (_request, response) => {
      response.writeHead(200, { 'api-version': '1', 'x-node-stopped': '1' }).end('{"cancelled":true}')
    }
    const reads = holdReads(two, 'terminal_operation')
    onTestFinished(reads.letGo)
    const asked = two.run('display', { hsn, text: 'Hello' }, { sessionKey })
    await expect.poll(reads.held).toBe(1)
    const opened = two.run('connect', { hsn, force: 'true' })
    await followed.ended
    expect(fake.received).toHaveLength(1)
    expect(followed.events.at(-1)).toMatchObject({
      cancelled: { command: 'read_input', payment_intent_id: null },
    })
    reads.letGo()
    expect((await asked).status).toBe(500)
    expect((await opened).status).toBe(200)
  })

  test('a command that is forced away at its own node before it is recorded names the new holder', async () => {
    const hsn = 'VT-FORCED-AT-ONCE'
    await two.plug(hsn)
    const sessionKey = await two.connect(hsn)
    const followed = await follow(two, hsn, sessionKey)
    const reads = holdReads(two, 'terminal_operation')
    onTestFinished(reads.letGo)
    const asked = two.run('display', { hsn, text: 'Hello' }, { sessionKey })
    await expect.poll(reads.held).toBe(1)
    const opened = two.run('connect', {
      hsn,
      force: 'true',
      client: { id: 'the other counter', name: 'Bar' },
    })
    await followed.ended
    reads.letGo()
    expect((await asked).body.error).toMatchObject({ code: 'terminal_cancelled', held_by: { name: 'Bar' } })
    expect((await opened).status).toBe(200)
  })

  test('a node that cannot be reached is logged once, and not asked again for a while', async () => {
    const { hsn, warnings } = await forcedAway('VT-NOT-REACHED', `http://127.0.0.1:${await freePort()}`)
    expect(warnings()).toEqual(['http.node_not_reached'])
    await two.run('connect', { hsn, force: 'true' })
    expect(warnings()).toEqual(['http.node_not_reached'])
  })

  test('an answer that stalls after its header is logged once', async () => {
    const fake = await startFakeNode()
    onTestFinished(fake.stop)
    fake.answer = (_request, response) => {
      response.writeHead(200, { 'api-version': '1', 'content-length': '100' }).flushHeaders()
    }
    const { warnings } = await forcedAway('VT-STALLS', fake.url)
    // The request and its answer both end by the same fault.
    await delay(200)
    expect(warnings()).toEqual(['http.stop_not_answered'])
  })

  test('without force nothing is stopped at that node', async () => {
    const hsn = 'VT-NO-FORCE'
    const fake = await startFakeNode()
    onTestFinished(fake.stop)
    await two.plug(hsn)
    await writeOperation(two, hsn, await writeNode(two, fake.url))
    expect((await two.run('connect', { hsn })).body.error.code).toBe('terminal_in_use')
    expect(fake.received).toHaveLength(0)
  })
})
