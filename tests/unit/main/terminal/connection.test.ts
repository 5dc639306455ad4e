import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { must } from '../../../support/must.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { withFaults } from '../support/faulty-service.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

const hsn = 'VT-1'
let service: TestService
const counters: CounterHarness[] = []

beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterEach(async () => {
  for (const one of counters.splice(0)) await one.stop()
  await service.stop()
})

async function open(
  options: Partial<Parameters<typeof openCounterHarness>[0]> = {},
): Promise<CounterHarness> {
  const { access } = service
  const counter = await openCounterHarness({
    access: () => access,
    accountId: access.accountId,
    hsn,
    settings: { tip_presets: [], tip_custom: false },
    ...options,
  })
  counters.push(counter)
  return counter
}

const expiryOf = (counter: CounterHarness): string => {
  const { terminal } = counter.snapshot()
  return terminal.kind === 'connected' ? terminal.session_expires_at : ''
}

describe('connecting', () => {
  test('a counter without a chosen terminal finds the merchant’s terminal', async () => {
    const counter = await open({ hsn: null })
    await counter.terminalIs('connected')
    expect(counter.snapshot().terminal).toMatchObject({ hsn })
  })

  test('a counter that connects sets the terminal’s clock', async () => {
    await service.plug({ hsn: 'VT-LATE', script: 'clock_drift' })
    const counter = await open({ hsn: 'VT-LATE' })
    await counter.terminalIs('connected')
    const set = await counter.terminal.run('terminals.date_time', { dateTime: new Date().toISOString() })
    expect(set.ok && Math.abs(set.value.offset_ms ?? Number.NaN)).toBeLessThan(60_000)
  })

  test('a counter takes a terminal from another POS only when a person forces it', async () => {
    const other = await must(service.client.call('terminals.connect', { body: { hsn } }))
    const counter = await open()
    await counter.terminalIs('in_use')
    const refused = await counter.terminal.connect(false)
    expect(refused).toMatchObject({ ok: false, error: { reason: 'terminal_in_use' } })
    const input = { body: { hsn }, sessionKey: other.session_key }
    expect((await service.client.call('terminals.ping', input)).ok).toBe(true)

    expect((await counter.terminal.connect(true)).ok).toBe(true)
    await counter.terminalIs('connected')
    expect(await service.client.call('terminals.ping', input)).toMatchObject({
      ok: false,
      error: { error: { code: 'terminal_session_invalid' } },
    })
  })

  test('a counter connects as soon as the other POS releases the terminal', async () => {
    const other = await must(service.client.call('terminals.connect', { body: { hsn } }))
    const counter = await open()
    await counter.terminalIs('in_use')
    await must(service.client.call('terminals.disconnect', { body: { hsn }, sessionKey: other.session_key }))
    await counter.terminalIs('connected')
  })

  test('a counter that crashed continues its own session instead of being locked out', async () => {
    const first = await open()
    await first.terminalIs('connected')
    const second = await open({ userData: first.userData })
    await second.terminalIs('connected')
    expect(expiryOf(second)).toBe(expiryOf(first))
  })

  test('a counter that stops releases the terminal', async () => {
    const first = await open()
    await first.terminalIs('connected')
    await first.stop()
    counters.length = 0
    const second = await open()
    await second.terminalIs('connected')
  })

  test('a counter that stops while it sets the clock or displays a text releases the terminal', async () => {
    const first = await open()
    await first.terminalIs('connected')
    const shown = first.terminal.run('terminals.display', { text: 'one moment' })
    await first.stop()
    counters.length = 0
    await shown
    const second = await open()
    await second.terminalIs('connected')
  })

  test('a lost ping after a crash does not lock the counter out', async () => {
    const first = await open()
    await first.terminalIs('connected')
    let lost = 0
    const second = await open({
      userData: first.userData,
      access: tampered((name) => (name === 'terminals.ping' && ++lost === 1 ? 'lose' : 'pass')),
    })
    await second.terminalIs('connected')
    expect(expiryOf(second)).toBe(expiryOf(first))
  })
})

describe('the terminal session of 10 minutes', () => {
  test('a session that expired while idle is opened again without a notice', async () => {
    const counter = await open()
    await counter.terminalIs('connected')
    await service.advance(11 * 60)
    counter.charge(500)
    await counter.saleIs('approved')
    expect(await service.intents()).toHaveLength(1)
    expect(counter.snapshot().terminal.kind).toBe('connected')
  })

  test('a session is renewed before a command that could outlive it', async () => {
    let ahead = 0
    const counter = await open({ now: () => Date.now() + ahead })
    await counter.terminalIs('connected')
    const before = expiryOf(counter)
    ahead = 7 * 60_000 + 30_000
    counter.charge(500)
    await counter.saleIs('approved')
    counter.terminal.checkNow()
    await until(
      () => expiryOf(counter),
      (expiry) => expiry > before,
    )
  })

  test('an old session is renewed while idle, and the terminal stays connected', async () => {
    let ahead = 0
    const counter = await open({ now: () => Date.now() + ahead })
    await counter.terminalIs('connected')
    const before = expiryOf(counter)
    ahead = 8 * 60_000 + 1_000
    counter.terminal.checkNow()
    await until(
      () => expiryOf(counter),
      (expiry) => expiry !== before,
    )
    expect(counter.snapshot().terminal.kind).toBe('connected')
  })
})

describe('a renewal whose disconnect is lost', () => {
  test('a renewal whose disconnect is lost continues with the old key, which is still valid', async () => {
    let ahead = 0
    const counter = await open({
      now: () => Date.now() + ahead,
      access: tampered((name) => (name === 'terminals.disconnect' ? 'lose' : 'pass')),
    })
    await counter.terminalIs('connected')
    const before = expiryOf(counter)
    ahead = 8 * 60_000 + 1_000
    expect(await counter.terminal.connect(false)).toMatchObject({ ok: true })
    await counter.terminalIs('connected')
    expect(expiryOf(counter)).toBe(before)
    expect(await counter.terminal.run('terminals.display', { text: 'still ours' })).toMatchObject({
      ok: true,
    })
  })

  test('an outage during a renewal does not lock the counter out, even if the service ignores its client id', async () => {
    let ahead = 0
    let [cut, back] = [false, false]
    const { access } = service
    const call = access.client.call as (name: string, input: { readonly body: object }) => Promise<unknown>
    const client = {
      call: async (name: string, input: { readonly body: object }) => {
        if (ahead > 0 && !back && name === 'terminals.disconnect') cut = true
        if (cut) return { ok: false, error: { kind: 'no_answer', reason: 'cut' } }
        if (name !== 'terminals.connect') return call(name, input)
        const { client: _, ...body } = input.body as { readonly client?: object }
        return call(name, { ...input, body })
      },
    } as unknown as Client
    const counter = await open({ now: () => Date.now() + ahead, access: () => ({ ...access, client }) })
    await counter.terminalIs('connected')
    ahead = 8 * 60_000 + 1_000
    expect(await counter.terminal.connect(false)).toMatchObject({ ok: false })
    ;[cut, back] = [false, true]
    expect(await counter.terminal.connect(false)).toMatchObject({ ok: true })
    await counter.terminalIs('connected')
  })
})

describe('the link of the terminal', () => {
  test('a terminal whose link goes down is shown as offline at once, and as connected when it is back', async () => {
    const counter = await open()
    await counter.terminalIs('connected')
    await must(service.client.call('sandbox.virtual_terminals.delete', { params: { hsn } }))
    await counter.terminalIs('offline')
    await service.plug({ hsn })
    await counter.terminalIs('connected')
  })

  test('a terminal without a signature pad is recognised', async () => {
    await must(service.client.call('sandbox.virtual_terminals.delete', { params: { hsn } }))
    await service.plug({ hsn, script: 'no_signature' })
    const counter = await open()
    await counter.terminalIs('connected')
    expect(counter.terminal.hasSignaturePad()).toBe(false)
    counter.charge(800)
    await counter.saleIs('signing')
  })
})

describe('one command at a time', () => {
  test('commands run one after the other instead of finding the terminal busy', async () => {
    const counter = await open()
    await counter.terminalIs('connected')
    const texts = ['one', 'two', 'three', 'four']
    const shown = await Promise.all(texts.map((text) => counter.terminal.run('terminals.display', { text })))
    expect(shown.map((result) => result.ok && result.value.text)).toEqual(texts)
  })

  test('a cancel stops running and waiting commands, and not those sent after it', async () => {
    await service.change(hsn, { script: 'silent' })
    const counter = await open()
    await counter.terminalIs('connected')
    const running = counter.terminal.run('terminals.tip', { amount: 100 })
    const waiting = counter.terminal.run('terminals.tip', { amount: 200 })
    await until(screen, (name) => name !== 'welcome')
    const cancelled = counter.terminal.cancel()
    const after = counter.terminal.run('terminals.display', { text: 'after' })
    expect(await running).toMatchObject({ ok: false, error: { error: { code: 'terminal_cancelled' } } })
    expect(await waiting).toMatchObject({ ok: false, error: { kind: 'not_sent' } })
    await cancelled
    expect(await after).toMatchObject({ ok: true })
  })

  test('cancelling one command does not affect the command before it, also when it is running', async () => {
    await service.change(hsn, { script: 'silent' })
    const counter = await open()
    await counter.terminalIs('connected')
    const own = [new AbortController(), new AbortController()] as const
    const running = counter.terminal.run('terminals.tip', { amount: 100 }, { signal: own[0].signal })
    const prompt = { prompt: 'Agreed?' }
    const waiting = counter.terminal.run('terminals.read_confirmation', prompt, { signal: own[1].signal })
    await until(screen, (name) => name === 'custom_tip')
    own[1].abort()
    await counter.terminal.ping()
    expect(await screen()).toBe('custom_tip')
    own[0].abort()
    expect(await running).toMatchObject({ ok: false, error: { error: { code: 'terminal_cancelled' } } })
    expect(await waiting).toMatchObject({ ok: false, error: { kind: 'not_sent' } })
  })
})

describe('a prompt left on the terminal by a killed counter', () => {
  test('a prompt left by a killed counter gives way to the next command', async () => {
    await service.change(hsn, { script: 'silent' })
    const unanswered = withFaults(service.access, (name) =>
      name === 'terminals.tip' ? 'done_unanswered' : 'pass',
    )
    const first = await open({ access: () => unanswered })
    await first.terminalIs('connected')
    // The counter is left as a killed process would leave it.
    void first.terminal.run('terminals.tip', { amount: 100, tip_percent_presets: [10] })
    await until(screen, (name) => name === 'tip')
    const second = await open({ userData: first.userData })
    await second.terminalIs('connected')
    const asked = second.terminal.run('terminals.read_confirmation', { prompt: 'Agreed?' })
    await until(screen, (name) => name === 'confirm', 10_000)
    await second.terminal.cancel()
    expect(await asked).toMatchObject({ ok: false, error: { error: { code: 'terminal_cancelled' } } })
  })
})

describe('a cancel while a command is sent again', () => {
  test('after a cancel while an expired session is reopened, the command is not sent a second time', async () => {
    const sent: string[] = []
    let cancelled: Promise<void> | null = null
    const counter = await open({
      access: tampered((name) => {
        sent.push(name)
        const replaying = sent.includes('terminals.tip') && name === 'terminals.connect'
        if (replaying) cancelled ??= counter.terminal.cancel()
        return name === 'terminals.tip' ? 'expire' : 'pass'
      }),
    })
    await counter.terminalIs('connected')
    const tip = await counter.terminal.run('terminals.tip', { amount: 100 })
    expect(cancelled).not.toBeNull()
    expect(tip).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'cancelled_by_cashier' } })
    expect(sent.filter((name) => name === 'terminals.tip')).toHaveLength(1)
  })

  test('after a cancel during the first request, the command is not sent a second time', async () => {
    const sent: string[] = []
    const counter = await open({
      access: tampered((name) => {
        sent.push(name)
        if (name !== 'terminals.tip') return 'pass'
        void counter.terminal.cancel()
        return 'expire'
      }),
    })
    await counter.terminalIs('connected')
    const tip = await counter.terminal.run('terminals.tip', { amount: 100 })
    expect(tip).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'cancelled_by_cashier' } })
    expect(sent.filter((name) => name === 'terminals.tip')).toHaveLength(1)
  })
})

/** The service behind a network in which a test decides about each call. */
function tampered(fate: (name: string) => 'pass' | 'lose' | 'expire'): () => ServiceAccess {
  const { access } = service
  const call = access.client.call as (name: string, input: unknown) => Promise<unknown>
  const client = {
    call: async (name: string, input: { readonly sessionKey: string }) => {
      switch (fate(name)) {
        case 'lose':
          return { ok: false, error: { kind: 'no_answer', reason: 'lost' } }
        case 'expire':
          await must(
            access.client.call('terminals.disconnect', { body: { hsn }, sessionKey: input.sessionKey }),
          )
          return call(name, input)
        case 'pass':
          return call(name, input)
      }
    },
  }
  const present = { ...access, client: client as Client }
  return () => present
}

const screen = async (): Promise<string> =>
  (await must(service.client.call('sandbox.virtual_terminals.get', { params: { hsn } }))).screen.name

const hsnOf = (counter: CounterHarness): string => {
  const { terminal } = counter.snapshot()
  return terminal.kind === 'none' ? '' : terminal.hsn
}

describe('whether the terminal is idle', () => {
  const ping = { session_open: true, session_expires_at: null, latency_ms: 3 }
  /** Whether the counter regards the terminal as idle after this answer to a ping. */
  async function idleWhen(answer: Parameters<typeof withFaults>[1]): Promise<boolean> {
    let asked = false
    const access = withFaults(service.access, (name, input) =>
      asked && name === 'terminals.ping' ? answer(name, input) : 'pass',
    )
    const counter = await open({ access: () => access })
    await counter.terminalIs('connected')
    asked = true
    return counter.terminal.isIdle(hsnOf(counter))
  }

  test('another terminal than the counter’s is not reported as idle', async () => {
    const counter = await open({ access: () => service.access })
    await counter.terminalIs('connected')
    expect(await counter.terminal.isIdle('another-terminal')).toBe(false)
    expect(await counter.terminal.isIdle(hsnOf(counter))).toBe(true)
  })

  test('a connected terminal without a command is idle', async () => {
    expect(await idleWhen(() => ({ ...ping, connected: true, busy: false }))).toBe(true)
  })

  test('a busy terminal is not idle', async () => {
    expect(await idleWhen(() => ({ ...ping, connected: true, busy: true }))).toBe(false)
  })

  test('a terminal whose link may be at another node is not reported as idle', async () => {
    expect(await idleWhen(() => ({ ...ping, connected: false, busy: false }))).toBe(false)
  })

  test('a ping without an answer proves nothing', async () => {
    expect(await idleWhen(() => 'never_arrives')).toBe(false)
  })

  test('a counter without a session cannot report the terminal as idle', async () => {
    let up = true
    const counter = await open({ access: () => (up ? service.access : null) })
    await counter.terminalIs('connected')
    up = false
    expect(await counter.terminal.isIdle(hsnOf(counter))).toBe(false)
  })
})
