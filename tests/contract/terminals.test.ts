import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type App, createApp } from '../../src-service/app.ts'
import { type Client, createClient } from '../../src-shared/api/client.ts'
import { type TerminalEvent, terminalEventSchema } from '../../src-shared/api/schemas/terminal.ts'
import { activate } from '../../src-terminal/link/activate.ts'
import { openSocketLink } from '../../src-terminal/link/socket-link.ts'
import { createVirtualTerminal } from '../../src-terminal/scripts/virtual-terminal.ts'
import { must } from '../support/must.ts'
import { silentLog } from '../support/silent-log.ts'
import { until } from '../unit/service/terminals/terminals-harness.ts'

const hsn = 'VT-CONTRACT'

interface Service {
  readonly app: App
  readonly url: string
  readonly client: Client
  readonly key: string
  readonly merchantId: string
}

/** The composed service on a free port; every answer is checked against the contract. */
async function serve(): Promise<Service> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'terminals-contract-'))
  const app = await createApp(
    {
      port: 0,
      host: '127.0.0.1',
      dataDirectory,
      sandbox: true,
      rateLimit: null,
      checkReplies: true,
      privateKey: null,
      vaultKeys: undefined,
    },
    silentLog,
  )
  const url = await app.listen()
  onTestFinished(async () => {
    await app.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  })
  if (app.sandbox === null) throw new Error('no sandbox')
  const { private_key: key, account_id: accountId, merchant_id: merchantId } = app.sandbox
  return { app, url, key, merchantId, client: createClient({ baseUrl: url, apiKey: key, accountId }) }
}

async function intentFor(client: Client, amount: number): Promise<string> {
  return (await must(client.call('payment_intents.create', { body: { amount } }))).id
}

async function open(client: Client): Promise<string> {
  return (await must(client.call('terminals.connect', { body: { hsn } }))).session_key
}

const plug = (client: Client, script: 'approve' | 'decline' | 'silent' | 'no_signature') =>
  must(client.call('sandbox.virtual_terminals.create', { body: { hsn, script } }))

/** Reads server-sent events as they arrive, until the service ends the stream. */
async function follow({ url, key }: Service, sessionKey: string) {
  const response = await fetch(`${url}/terminals/processor/events?hsn=${hsn}`, {
    headers: { 'x-api-key': key, 'x-session-key': sessionKey },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: TerminalEvent[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) events.push(terminalEventSchema.parse(JSON.parse(data)))
      }
    }
  }
  return { events, ended: read() }
}

describe('section 4.4 over HTTP', () => {
  test('a terminal that dials in over the network is activated, connected, and takes a card', async () => {
    const { client, url, merchantId } = await serve()
    const issued = await must(client.call('terminals.activation_code', { body: { hsn } }))
    const joined = await activate({ serviceUrl: url, hsn, activationCode: issued.activation_code })
    if (!joined.ok) throw new Error('not activated')
    let connected = false
    const terminal = createVirtualTerminal({
      hsn,
      credential: joined.value.credential,
      behaviour: { script: 'approve' },
      open: () => openSocketLink((address) => new WebSocket(address), url),
      onChange: ({ kind }) => {
        if (kind === 'connected') connected = true
      },
    })
    onTestFinished(() => terminal.unplug())
    await until(() => connected, 'the terminal is welcome')
    const details = await must(
      client.call('terminals.terminal_details', { body: { merchant_id: merchantId } }),
    )
    expect(details.terminal_details).toMatchObject([{ hsn, connected: true }])
    const sessionKey = await open(client)
    const body = { hsn, payment_intent_id: await intentFor(client, 1234) }
    const payment = await must(client.call('terminals.auth_card', { body, sessionKey }))
    expect(payment).toMatchObject({ status: 'captured', amount: 1234, card_present: true })
    expect(payment.terminal_details?.signature).not.toBeNull()
  })

  test("the customer's screens and paper follow accept-language, and the shop’s own prompt is unchanged", async () => {
    const { client, url, key } = await serve()
    await plug(client, 'silent')
    const sessionKey = await open(client)
    const spanish = createClient({ baseUrl: url, apiKey: key, language: () => 'es' })
    const screen = async () =>
      (await must(client.call('sandbox.virtual_terminals.get', { params: { hsn } }))).screen
    const shows = async (name: string, line: string) =>
      expect.poll(screen).toMatchObject({ name, lines: expect.arrayContaining([line]) })
    const stop = () => must(client.call('terminals.cancel', { body: { hsn }, sessionKey }))

    const tip = { hsn, amount: 1000, tip_percent_presets: [15] }
    const asked = spanish.call('terminals.tip', { body: tip, sessionKey })
    await shows('tip', '¿Desea dejar propina?')
    await shows('tip', 'Sin propina')
    await stop()
    await asked
    const own = spanish.call('terminals.tip', { body: { ...tip, prompt: 'Para el equipo' }, sessionKey })
    await shows('tip', 'Para el equipo')
    await stop()
    await own
    const inEnglish = client.call('terminals.tip', { body: tip, sessionKey })
    await shows('tip', 'No tip')
    await stop()
    await inEnglish

    const body = { hsn, payment_intent_id: await intentFor(client, 1234), print_receipt: true }
    await must(
      client.call('sandbox.virtual_terminals.update', { params: { hsn }, body: { script: 'approve' } }),
    )
    await must(spanish.call('terminals.auth_card', { body, sessionKey }))
    const { printed } = await must(client.call('sandbox.virtual_terminals.get', { params: { hsn } }))
    expect(JSON.stringify(printed)).toContain('APROBADO')
    expect(JSON.stringify(printed)).not.toContain('APPROVED')
  })

  test('connect also sends the key in x-session-key', async () => {
    const { client, url, key } = await serve()
    await plug(client, 'approve')
    const response = await fetch(`${url}/terminals/processor/connect`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ hsn }),
    })
    const { session_key } = (await response.json()) as { session_key: string }
    expect(response.headers.get('x-session-key')).toBe(session_key)
  })

  test('the followers get what the customer sees, and the end by force', async () => {
    const service = await serve()
    const { client } = service
    await plug(client, 'approve')
    const sessionKey = await open(client)
    const followed = await follow(service, sessionKey)
    const body = { hsn, payment_intent_id: await intentFor(client, 500) }
    await must(client.call('terminals.auth_card', { body, sessionKey }))
    await must(client.call('terminals.connect', { body: { hsn, force: 'true' } }))
    await followed.ended
    expect(followed.events[0]).toMatchObject({ type: 'link', connected: true })
    expect(followed.events).toContainEqual(
      expect.objectContaining({ type: 'progress', command: 'auth_card', step: 'authorizing' }),
    )
    expect(followed.events.at(-1)).toMatchObject({ type: 'session', ended_by: 'force' })
  })

  test('a decline is a 200, and the intent accepts another card', async () => {
    const { client } = await serve()
    await plug(client, 'decline')
    const sessionKey = await open(client)
    const body = { hsn, payment_intent_id: await intentFor(client, 900) }
    const declined = await must(client.call('terminals.auth_card', { body, sessionKey }))
    expect(declined.status).toBe('failed')
    await must(
      client.call('sandbox.virtual_terminals.update', { params: { hsn }, body: { script: 'approve' } }),
    )
    expect((await must(client.call('terminals.auth_card', { body, sessionKey }))).status).toBe('captured')
  })

  test('errors have the terminal code and the status of the catalogue', async () => {
    const { client } = await serve()
    await plug(client, 'no_signature')
    const sessionKey = await open(client)
    const body = { hsn, payment_intent_id: await intentFor(client, 900), include_signature: true }
    expect(await client.call('terminals.auth_card', { body, sessionKey })).toMatchObject({
      ok: false,
      error: { kind: 'refused', status: 500, error: { code: 'signature_unsupported', terminal_code: 700 } },
    })
    expect(await client.call('terminals.connect', { body: { hsn } })).toMatchObject({
      error: { status: 500, error: { code: 'terminal_in_use', terminal_code: 7, type: 'terminal' } },
    })
    expect(await client.call('terminals.ping', { body: { hsn }, sessionKey: 'wrong' })).toMatchObject({
      error: { status: 500, error: { code: 'terminal_session_invalid', terminal_code: 1 } },
    })
    expect(await client.call('terminals.connect', { body: { hsn: 'NOT-OURS' } })).toMatchObject({
      error: { status: 403, error: { code: 'hsn_not_owned' } },
    })
  })

  test('a terminal in use names its holder; the same client may reconnect, and force is reported to the other', async () => {
    const service = await serve()
    const { client } = service
    await plug(client, 'approve')
    const one = { id: 'counter-one', name: 'Counter 1' }
    const connect = (body: object) => client.call('terminals.connect', { body: { hsn, ...body } })
    const first = await must(connect({ client: one }))
    const followed = await follow(service, first.session_key)
    expect(await connect({ client: { id: 'counter-two' } })).toMatchObject({
      error: {
        error: {
          code: 'terminal_in_use',
          held_by: { name: 'Counter 1', since: expect.any(String), expires_at: first.expires_at },
        },
      },
    })
    expect(await connect({ client: { id: 'x'.repeat(65) } })).toMatchObject({
      error: { status: 400, error: { code: 'terminal_parameter_invalid', param: 'client.id' } },
    })
    await must(connect({ client: one }))
    await followed.ended
    expect(followed.events.at(-1)).toMatchObject({ type: 'session', ended_by: 'replaced', by: null })
  })

  test('a terminal has the name that its owner gave it, and shows what the service knows of it', async () => {
    const { client, merchantId } = await serve()
    await must(client.call('sandbox.virtual_terminals.create', { body: { hsn, script: 'clock_drift' } }))
    const seen = async () => {
      const found = await must(
        client.call('terminals.terminal_details', { body: { merchant_id: merchantId } }),
      )
      return found.terminal_details.find((one) => one.hsn === hsn)
    }
    expect(await seen()).toMatchObject({ name: `Terminal ${hsn}`, held_by: null, connected: true })
    expect((await seen())?.clock).toBeUndefined()
    const renamed = await must(client.call('terminals.rename', { body: { hsn, name: '  Bar  ' } }))
    expect(renamed).toMatchObject({ hsn, name: 'Bar' })
    const mine = { id: 'counter-1', name: 'Counter 1' }
    const opened = await must(client.call('terminals.connect', { body: { hsn, client: mine } }))
    const set = await must(
      client.call('terminals.date_time', {
        body: { hsn, dateTime: '2026-11-23T10:00:00Z' },
        sessionKey: opened.session_key,
      }),
    )
    expect(await seen()).toMatchObject({
      name: 'Bar',
      software_version: expect.stringContaining('Countertop Virtual Terminal'),
      linked_at: expect.stringMatching(/^20/),
      clock: { offset_ms: set.offset_ms, set_at: expect.stringMatching(/^20/) },
      held_by: { name: 'Counter 1', since: expect.stringMatching(/^20/) },
    })
    await must(client.call('terminals.disconnect', { body: { hsn }, sessionKey: opened.session_key }))
    expect((await seen())?.held_by).toBeNull()
    const spaced = { hsn, name: '\u00a0Cafe\u0301 \u2003 Bar\u3000' }
    expect(await must(client.call('terminals.rename', { body: spaced }))).toMatchObject({
      name: 'Caf\u00e9 Bar',
    })
    // Characters that join letters and signs are part of a name.
    const joined = { hsn, name: '\u06a9\u062a\u0627\u0628\u200c\u0647\u0627 \u{1f469}\u200d\u{1f373}' }
    expect(await must(client.call('terminals.rename', { body: joined }))).toMatchObject({ name: joined.name })
    const unseen = ['\u200b', '\u200d\u200c', '\ufeff', '\u2800\u2800', '\u3164', '\u00ad \u2060', '\u0301']
    const confusing = ['Bar\u202e1 retnuoC', '\u2066Bar', 'two\u2028lines']
    for (const name of ['', '   ', 'x'.repeat(61), 'two\nlines', ...unseen, ...confusing]) {
      const refused = await client.call('terminals.rename', { body: { hsn, name } })
      expect(refused).toMatchObject({ ok: false, error: { error: { param: 'name' } } })
    }
    const unknown = await client.call('terminals.rename', { body: { hsn: 'VT-NOBODY', name: 'Bar' } })
    expect(unknown).toMatchObject({ ok: false, error: { error: { code: 'hsn_not_owned' } } })
  })

  test('a card that is read becomes a payment method, and its number is nowhere in the answer', async () => {
    const { client } = await serve()
    await plug(client, 'approve')
    const sessionKey = await open(client)
    const method = await must(client.call('terminals.read_card', { body: { hsn, amount: 500 }, sessionKey }))
    expect(method).toMatchObject({
      status: 'active',
      single_use_token: true,
      billing_details: { name: 'Ana Torres' },
      card: { last_four_digits: '1111' },
    })
    expect(JSON.stringify(method)).not.toContain('4111111111111111')
    const body = { hsn, format: 'phone' }
    expect(await client.call('terminals.read_input', { body, sessionKey })).toMatchObject({
      error: {
        status: 400,
        error: { code: 'terminal_parameter_invalid', terminal_code: 3, param: 'format' },
      },
    })
  })

  test('an unknown outcome returns the intent, and is resolved by the repair job', async () => {
    const { client } = await serve()
    await must(client.call('sandbox.virtual_terminals.create', { body: { hsn, card: '4000000000050015' } }))
    const sessionKey = await open(client)
    const id = await intentFor(client, 2200)
    const intent = () => must(client.call('payment_intents.get', { params: { id } }))
    const running = client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey })
    while ((await intent()).status !== 'processing') await new Promise((resolve) => setTimeout(resolve, 5))
    await must(client.call('sandbox.clock.advance', { body: { seconds: 31 } }))
    expect(await running).toMatchObject({
      error: { error: { code: 'terminal_timeout', payment_intent: { id, status: 'processing' } } },
    })
    await must(client.call('sandbox.clock.advance', { body: { seconds: 60 } }))
    while ((await intent()).status === 'processing') await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await intent()).toMatchObject({ status: 'captured', amount_captured: 2200 })
  })

  test('stopping with a connected terminal and a prompt on its screen takes a moment, not ten seconds', async () => {
    const { app, client, url } = await serve()
    const issued = await must(client.call('terminals.activation_code', { body: { hsn } }))
    const joined = await activate({ serviceUrl: url, hsn, activationCode: issued.activation_code })
    if (!joined.ok) throw new Error('not activated')
    const terminal = createVirtualTerminal({
      hsn,
      credential: joined.value.credential,
      behaviour: { script: 'silent' },
      open: () => openSocketLink((address) => new WebSocket(address), url),
    })
    onTestFinished(() => terminal.unplug())
    await until(() => terminal.device.connected(), 'the terminal is welcome')
    const sessionKey = await open(client)
    const tip = client.call('terminals.tip', { body: { hsn, amount: 100 }, sessionKey })
    await until(() => terminal.device.screen().kind === 'custom_tip', 'the prompt')
    const started = performance.now()
    await app.stop()
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(await tip).toMatchObject({ error: { error: { code: 'terminal_cancelled' } } })
  })
})
