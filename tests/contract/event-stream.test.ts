import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { terminalEventSchema } from '../../src-shared/api/schemas/terminal.ts'
import { createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

const hsn = 'VT-EVENTS'
let running: RunningService | undefined
afterEach(() => running?.stop())

/** A terminal is plugged in, a session open, and its events followed. */
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
    for (let tries = 0; tries < 200 && !found.test(text.value); tries += 1) await pause(10)
    expect(text.value).toMatch(found)
  }
  return { service, ask, connected, sessionKey, response, text, ended, until, leave }
}

describe('the events of a terminal', () => {
  test('come as they happen, each in its schema', async () => {
    const { ask, connected, sessionKey, response, text, until, leave } = await follow()
    expect(connected.headers.get('x-session-key')).toBe(sessionKey)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    await until(/^: connected\n\n/)
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

  test('tell who took the terminal over with force, and what was cancelled by that', async () => {
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

  test('end when the service stops, which does not wait for whoever listens', async () => {
    const { service, ended, until } = await follow()
    await until(/connected/)
    const started = performance.now()
    running = undefined
    await service.stop()
    await ended
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
