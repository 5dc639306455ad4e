import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { helloProof } from '../../../../../src-shared/terminal/handshake.ts'
import { toTerminalSchema } from '../../../../../src-shared/terminal/messages.ts'
import { fullCapabilities } from '../../../../../src-terminal/device/capabilities.ts'
import type { TerminalCredential } from '../../../../../src-terminal/link/credential.ts'
import { type Counter, codeOf, hsn, joinCounter, openCounter, until } from '../terminals-harness.ts'

/** The service's upgrade handler behind a real socket. @returns its address */
async function listen(counter: Counter): Promise<string> {
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    counter.module.upgrades?.['/terminals/link']?.(request, socket, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/terminals/link`
}

interface Dialled {
  /** The received messages, without the challenge. */
  readonly received: Record<string, unknown>[]
  challenge(): unknown
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  send(message: unknown): void
  sendText(text: string | Buffer): void
}

async function dial(url: string): Promise<Dialled> {
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  const received: Record<string, unknown>[] = []
  let challenge: unknown
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.type === 'challenge') challenge = message.nonce
    else received.push(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  await until(() => challenge !== undefined, 'the challenge')
  return {
    challenge: () => challenge,
    received,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
  }
}

type Credential = Pick<TerminalCredential, 'linkKey'>

const hello = (link: Dialled, { linkKey }: Credential, of = hsn) => {
  const handshake = { hsn: of, challenge: String(link.challenge()), nonce: '07'.repeat(32) }
  return {
    type: 'hello',
    protocol: 2,
    hsn: of,
    nonce: handshake.nonce,
    proof: helloProof(linkKey, handshake),
    device_type: 'Test device',
    firmware: '1',
    capabilities: fullCapabilities,
    date_time: '2026-01-01T00:00:00Z',
  }
}

async function activated(counter: Counter): Promise<TerminalCredential> {
  const { activation_code } = (await counter.must('terminals.activation_code', { hsn })) as {
    activation_code: string
  }
  return joinCounter(counter, activation_code)
}

const stranger: Credential = { linkKey: '00'.repeat(32) }

async function welcomed(url: string, credential: Credential): Promise<Dialled> {
  const link = await dial(url)
  link.send(hello(link, credential))
  await until(() => link.received.length > 0, 'an answer to hello')
  expect(link.received[0]).toMatchObject({ type: 'welcome', merchant_name: 'Training Store' })
  return link
}

describe('the link of a terminal', () => {
  test('the link of a terminal welcomes a terminal with its credential, its key and the time', async () => {
    const counter = await openCounter()
    const link = await welcomed(await listen(counter), await activated(counter))
    expect(link.received[0]).toMatchObject({ public_key: { key_id: expect.stringMatching(/^tk_/) } })
    expect(counter.module.context.links.isLinked(hsn)).toBe(true)
  })

  test('the link of a terminal refuses a wrong credential and reports that redialling is useless', async () => {
    const counter = await openCounter()
    await activated(counter)
    const link = await dial(await listen(counter))
    link.send(hello(link, stranger))
    expect(await link.closed).toMatchObject({ code: 4401 })
    expect(link.received).toMatchObject([{ type: 'refused' }])
    expect(counter.module.context.links.isLinked(hsn)).toBe(false)
  })

  test('the link of a terminal refuses a terminal that was registered but never activated', async () => {
    const counter = await openCounter()
    await counter.must('terminals.activation_code', { hsn })
    const link = await dial(await listen(counter))
    link.send(hello(link, stranger))
    expect(await link.closed).toMatchObject({ code: 4401 })
  })

  test.each([
    ['text that is not JSON', '{"type":', 1007],
    ['binary frames', Buffer.from([1, 2, 3]), 1007],
    ['JSON that is not a message', '[1,2,3]', 1008],
    ['a message before hello', '{"type":"result","id":"x","ok":true,"data":{}}', 1008],
    ['a hello without a proof', '{"type":"hello","protocol":2,"hsn":"VT-1"}', 1008],
  ])('the link of a terminal closes on %s, with a reason', async (_, garbage, code) => {
    const counter = await openCounter()
    const link = await dial(await listen(counter))
    link.sendText(garbage)
    const end = await link.closed
    expect(end.code).toBe(code)
    expect(end.reason).not.toBe('')
  })

  test.each([
    ['an older version', { type: 'hello', protocol: 1, hsn, credential: 'x' }],
    ['a newer version', { type: 'hello', protocol: 3, hsn }],
  ])('the link of a terminal that speaks %s is refused with a clear message', async (_, outdated) => {
    const counter = await openCounter()
    const link = await dial(await listen(counter))
    link.send(outdated)
    expect(await link.closed).toMatchObject({ code: 4426 })
    expect(link.received).toMatchObject([
      { type: 'refused', reason: expect.stringContaining('Update its software and activate it again') },
    ])
  })

  test('the link of a terminal does not accept a replayed hello', async () => {
    const counter = await openCounter()
    const url = await listen(counter)
    const credential = await activated(counter)
    const first = await dial(url)
    const overheard = hello(first, credential)
    first.send(overheard)
    await until(() => first.received.length > 0, 'the welcome')
    const second = await dial(url)
    second.send(overheard)
    expect(await second.closed).toMatchObject({ code: 4401 })
  })

  test('the link of a terminal answers an unregistered serial number in the same way', async () => {
    const counter = await openCounter()
    const url = await listen(counter)
    await activated(counter)
    const answers: unknown[] = []
    for (const of of [hsn, 'NOBODYS']) {
      const link = await dial(url)
      link.send(hello(link, stranger, of))
      answers.push([await link.closed, link.received])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('the service closes the link of a terminal that sends garbage, and continues to serve', async () => {
    const counter = await openCounter()
    const url = await listen(counter)
    const credential = await activated(counter)
    const link = await welcomed(url, credential)
    link.send({ type: 'progress', id: 1, step: 'dancing' })
    expect(await link.closed).toMatchObject({ code: 1008 })
    await welcomed(url, credential)
  })

  test('the link of a terminal closes on a message larger than any signature', async () => {
    const counter = await openCounter()
    const link = await welcomed(await listen(counter), await activated(counter))
    link.sendText('x'.repeat(5_000_000))
    expect(await link.closed).toMatchObject({ code: 1009 })
  })

  test('a connection that never sends a hello is closed', async () => {
    const counter = await openCounter({ helloMs: 30 })
    const link = await dial(await listen(counter))
    expect(await link.closed).toMatchObject({ code: 1008, reason: 'no hello' })
  })

  test('a second link of the same terminal replaces the first', async () => {
    const counter = await openCounter()
    const url = await listen(counter)
    const credential = await activated(counter)
    const first = await welcomed(url, credential)
    const second = await welcomed(url, credential)
    expect(await first.closed).toMatchObject({ code: 4409 })
    const sessionKey = await counter.open()
    const shown = counter.call('terminals.display', { hsn, text: 'Hi' }, { sessionKey })
    await until(() => second.received.length > 1, 'the command')
    const command = second.received[1] as { id: string }
    expect(command).toMatchObject({ type: 'command', command: { name: 'display', text: 'Hi' } })
    second.send({ type: 'result', id: command.id, ok: true, data: {} })
    expect(await shown).toMatchObject({ ok: true })
  })

  test('the link of a terminal answers a ping, and closes a link without a heartbeat', async () => {
    const counter = await openCounter({ heartbeatMs: 200 })
    const link = await welcomed(await listen(counter), await activated(counter))
    link.send({ type: 'ping' })
    await until(() => link.received.some((message) => message.type === 'pong'), 'a pong')
    expect(await link.closed).toMatchObject({ code: 1001, reason: 'no sign of life' })
    expect(counter.module.context.links.isLinked(hsn)).toBe(false)
  })

  test('ping asks the terminal itself: a link that is open but silent is not connected', async () => {
    const counter = await openCounter({ pingMs: 1_000 })
    const link = await welcomed(await listen(counter), await activated(counter))
    const sessionKey = await counter.open()
    expect(await counter.must('terminals.ping', { hsn }, { sessionKey })).toMatchObject({
      connected: false,
      latency_ms: null,
    })
    const asked = counter.must('terminals.ping', { hsn }, { sessionKey })
    await until(() => link.received.filter(({ type }) => type === 'ping').length === 2, 'the second ping')
    link.send({ type: 'pong' })
    expect(await asked).toMatchObject({ connected: true, latency_ms: expect.any(Number) })
  })

  test('a result that does not match its command ends the command and the link', async () => {
    const counter = await openCounter()
    const link = await welcomed(await listen(counter), await activated(counter))
    const sessionKey = await counter.open()
    const tip = counter.call('terminals.tip', { hsn, amount: 1000 }, { sessionKey })
    await until(() => link.received.length > 1, 'the command')
    link.send({ type: 'result', id: link.received[1]?.id, ok: true, data: { tip: -5 } })
    expect(codeOf(await tip)).toBe('terminal_parameter_invalid')
    expect(await link.closed).toMatchObject({ code: 1008 })
  })

  test('a result without a waiting command is dropped', async () => {
    const counter = await openCounter()
    const link = await welcomed(await listen(counter), await activated(counter))
    link.send({ type: 'result', id: 'cmd_of_yesterday', ok: true, data: {} })
    link.send({ type: 'ping' })
    await until(() => link.received.some((message) => message.type === 'pong'), 'still there')
  })

  test('a card that was encrypted with another key is refused, and nothing is charged', async () => {
    const counter = await openCounter()
    const link = await welcomed(await listen(counter), await activated(counter))
    const sessionKey = await counter.open()
    const intent = await counter.intent()
    const sale = counter.call('terminals.auth_card', { hsn, payment_intent_id: intent }, { sessionKey })
    await until(() => link.received.length > 1, 'the prompt')
    const card = { key_id: 'tk_old', ephemeral_key: 'AA==', iv: 'AA==', ciphertext: 'AA==' }
    link.send({
      type: 'result',
      id: link.received[1]?.id,
      ok: true,
      data: { entry_mode: 'Swipe', card, chip: null, cardholder_name: null },
    })
    expect(codeOf(await sale)).toBe('terminal_not_connected')
    expect(await counter.payments(intent)).toHaveLength(0)
    await link.closed
  })

  test('a terminal that does not stop on request is no longer waited for after a moment', async () => {
    const counter = await openCounter({ stopMs: 30 })
    const link = await welcomed(await listen(counter), await activated(counter))
    const sessionKey = await counter.open()
    const tip = counter.call('terminals.tip', { hsn, amount: 1000 }, { sessionKey })
    await until(() => link.received.length > 1, 'the prompt')
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    expect(codeOf(await tip)).toBe('terminal_cancelled')
    expect(link.received.at(-1)).toMatchObject({ type: 'cancel', id: link.received[1]?.id })
  })

  test('a prompt is a valid message of the link, with its remaining time in whole milliseconds', async () => {
    const counter = await openCounter({ stopMs: 30 })
    const link = await welcomed(await listen(counter), await activated(counter))
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent() }
    const sale = counter.call('terminals.auth_card', body, { sessionKey })
    await until(() => link.received.length > 1, 'the prompt')
    expect(toTerminalSchema.safeParse(link.received[1])).toMatchObject({ success: true })
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    await sale
  })

  test('a card that arrives after a confirmed cancel is not charged', async () => {
    const counter = await openCounter({ stopMs: 5000 })
    const link = await welcomed(await listen(counter), await activated(counter))
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent() }
    const sale = counter.call('terminals.auth_card', body, { sessionKey })
    await until(() => link.received.length > 1, 'the prompt')
    expect(await counter.must('terminals.cancel', { hsn }, { sessionKey })).toEqual({ cancelled: true })
    const card = { key_id: 'k', ephemeral_key: 'AA==', iv: 'AA==', ciphertext: 'AA==' }
    const data = { entry_mode: 'Swipe', card, chip: null, cardholder_name: null }
    link.send({ type: 'result', id: link.received[1]?.id, ok: true, data })
    expect(codeOf(await sale)).toBe('terminal_cancelled')
    expect(counter.bank.asked).toHaveLength(0)
  })
})
