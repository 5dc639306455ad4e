import { afterEach, describe, expect, test } from 'vitest'
import { terminalEventSchema } from '../../src-shared/api/schemas/terminal.ts'
import { eventually } from '../support/eventually.ts'
import { createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

const hsn = 'VT-EVENTS'
let running: RunningService | undefined
afterEach(() => running?.stop())

/** Plugs in a terminal, opens a session and follows its events. */
async function follow() {
  const service = await startService()
  running = service
  const ask = createAsk(service)
  await ask('sandbox.virtual_terminals.create', { body: { hsn } })
  const connected = await ask('terminals.connect', { body: { hsn } })
  const { session_key: sessionKey } = connected.body as { session_key: string }
  const leave = new AbortController()
  const response = await fetch(`${service.url}/terminals/processor/events?hsn=${hsn}`, {
    headers: {
      'x-api-key': service.privateKey,
      'x-account-id': service.accountId,
      'x-session-key': sessionKey,
    },
    signal: leave.signal,
  })
  const text = { value: '' }
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text.value += new TextDecoder().decode(chunk)
  })()
  ended.catch(() => undefined)
  const until = async (found: RegExp) => {
    await eventually(() => expect(text.value).toMatch(found))
  }
  return { service, ask, connected, sessionKey, response, text, ended, until, leave }
}

const idsIn = (stream: string): readonly string[] =>
  [...stream.matchAll(/^id: (.*)$/gm)].map((match) => match[1] ?? '')

const open = (service: RunningService, sessionKey: string, lastEventId = '') =>
  fetch(`${service.directUrl}/terminals/processor/events?hsn=${hsn}`, {
    headers: {
      'x-api-key': service.privateKey,
      'x-account-id': service.accountId,
      'x-session-key': sessionKey,
      'last-event-id': lastEventId,
    },
  })

/** Reads a stream until enough has arrived, and then closes it. */
async function readUntil(response: Response, enough: (read: string) => boolean): Promise<string> {
  let read = ''
  for await (const chunk of response.body ?? []) {
    read += new TextDecoder().decode(chunk)
    if (enough(read)) break
  }
  return read
}

describe('the events of a terminal', () => {
  test('the events of a terminal arrive as they happen, each matching its schema', async () => {
    const { ask, connected, sessionKey, response, text, until, leave } = await follow()
    expect(connected.headers.get('x-session-key')).toBe(sessionKey)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    await until(/^: connected\n/)
    const created = await ask('payment_intents.create')
    const { id } = created.body as { id: string }
    const paid = await ask('terminals.auth_card', {
      body: { hsn, payment_intent_id: id, include_signature: false },
      headers: { 'x-session-key': sessionKey },
    })
    expect(paid.body).toMatchObject({ status: 'captured', payment_intent_id: id })
    await until(/"step":"approved"/)
    const events = [...text.value.matchAll(/^data: (.*)$/gm)].map((match) =>
      terminalEventSchema.parse(JSON.parse(match[1] ?? '')),
    )
    expect(events.length).toBeGreaterThan(2)
    leave.abort()
  })

  test('the events of a terminal name who took it over with force, and what that cancelled', async () => {
    const { ask, sessionKey, text, ended, until } = await follow()
    await ask('sandbox.virtual_terminals.update', {
      path: `/sandbox/virtual_terminals/${hsn}`,
      body: { script: 'silent' },
    })
    const { id } = (await ask('payment_intents.create')).body as { id: string }
    const sale = ask('terminals.auth_card', {
      body: { hsn, payment_intent_id: id },
      headers: { 'x-session-key': sessionKey },
    })
    await until(/"step":"confirming_amount"/)
    const client = { id: 'the-other-counter', name: 'Counter 2' }
    await ask('terminals.connect', { body: { hsn, force: 'true', client } })
    await ended
    const last = [...text.value.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? ''
    expect(terminalEventSchema.parse(JSON.parse(last))).toMatchObject({
      type: 'session',
      ended_by: 'force',
      by: { name: 'Counter 2' },
      cancelled: { command: 'auth_card', payment_intent_id: id },
    })
    const refused = expectRefusal(await sale, 'terminal_cancelled')
    expect(refused.held_by).toMatchObject({ name: 'Counter 2' })
    expect(JSON.stringify(refused)).not.toContain(client.id)
  })

  test('the events of a terminal continue after a lost connection, without loss or duplicates', async () => {
    const { service, ask, sessionKey, text, until, leave } = await follow()
    const pay = async () => {
      const { id } = (await ask('payment_intents.create')).body as { id: string }
      const paid = await ask('terminals.auth_card', {
        body: { hsn, payment_intent_id: id, include_signature: false },
        headers: { 'x-session-key': sessionKey },
      })
      expect(paid.body).toMatchObject({ status: 'captured' })
      return id
    }
    await pay()
    await until(/"step":"approved"/)
    const whole = idsIn(text.value)
    // The connection is cut in the middle of the data; a second sale runs meanwhile.
    const got = whole.slice(0, -2)
    leave.abort()
    const second = await pay()
    const again = await open(service, sessionKey, got.at(-1))
    const end = new RegExp(`${second}[^\\n]*"step":"approved"`)
    const resumed = await readUntil(again, (read) => end.test(read))
    expect(idsIn(resumed).slice(0, 2)).toEqual(whole.slice(-2))
    const numbers = [...got, ...idsIn(resumed)].map((id) => Number(id.split('-')[1]))
    // The first two show the state at the start, and have no number of their own.
    expect(new Set(numbers.slice(2)).size).toBe(numbers.length - 2)
    for (let next = 3; next < numbers.length; next += 1) {
      expect(numbers[next], 'an event is missing').toBe((numbers[next - 1] ?? 0) + 1)
    }
  })

  test('the events of a terminal begin with the current state when the last id is no longer known', async () => {
    const { service, sessionKey, until, leave } = await follow()
    await until(/connected/)
    leave.abort()
    const again = await open(service, sessionKey, 'another-process-17')
    expect(await readUntil(again, (read) => read.includes('data:'))).toMatch(
      /"type":"link".*"connected":true/,
    )
  })

  test('the events of a terminal end when the service stops, which does not wait for the followers', async () => {
    const { service, ended, until } = await follow()
    await until(/connected/)
    const started = performance.now()
    running = undefined
    await service.stop()
    await ended
    // After so long a stop cuts off the requests that still run.
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('the streams of a key', () => {
  test('the streams of a key end when it is revoked, and get no later events', async () => {
    const { service, ask, sessionKey, leave } = await follow()
    leave.abort()
    const made = await ask('api_keys.create', { body: { level: 'tenant_admin', name: 'Stolen' } })
    const { id, key } = made.body as { readonly id: string; readonly key: string }
    const response = await open({ ...service, privateKey: key }, sessionKey)
    expect(response.status).toBe(200)
    const reading = readUntil(response, () => false)
    await ask('api_keys.revoke', { path: `/api_keys/${id}` })
    await ask('sandbox.virtual_terminals.delete', { path: `/sandbox/virtual_terminals/${hsn}` })
    expect(await reading).not.toContain('"connected":false')
  })

  test('a key can have a hundred streams at most', async () => {
    const { service, sessionKey, leave } = await follow()
    leave.abort()
    const streams = await Promise.all(Array.from({ length: 110 }, () => open(service, sessionKey)))
    const refused = streams.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(9)
    expect(await refused[0]?.json()).toMatchObject({ error: { code: 'rate_limited' } })
    for (const { body } of streams) if (body?.locked === false) await body.cancel()
    await expect
      .poll(async () => {
        const { status, body } = await open(service, sessionKey)
        await body?.cancel()
        return status
      })
      .toBe(200)
  })
})
