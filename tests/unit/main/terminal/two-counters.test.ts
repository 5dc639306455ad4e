import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import { terminalChoices } from '../../../../src-main/terminal/terminal-choices.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { Terminal } from '../../../../src-shared/api/schemas/terminal.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { ok, type Result } from '../../../../src-shared/result.ts'
import { must } from '../../../support/must.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

/** Section 4.4, connect: two counters share a terminal, and each is informed of what the other does to it. */
const hsn = 'VT-SHARED'
let service: TestService
let counters: CounterHarness[] = []
/** Number of connect requests of each counter, by its name. */
let connects: Map<string, number>
/** Answers to card requests reach the counter named Bar only after this. */
let cardsAnswered: Promise<void>
/** The service has informed the counter that its session is over. */
let isSessionOver: boolean

beforeEach(async () => {
  connects = new Map()
  cardsAnswered = Promise.resolve()
  isSessionOver = false
  service = await startTestService()
  counters = []
})
afterEach(async () => {
  for (const counter of counters) await counter.stop()
  await service.stop()
})

async function open(name: string, userData?: string, url = service.access.url): Promise<CounterHarness> {
  const counter = await openCounterHarness({
    access: () => ({ ...service.access, url, client: counting(name) }),
    accountId: service.access.accountId,
    hsn,
    settings: { tip_presets: [], tip_custom: false, counter_name: name },
    ...(userData === undefined ? {} : { userData }),
  })
  counters.push(counter)
  return counter
}

const counting = (name: string): Client => {
  const { client } = service
  const call: Client['call'] = async (operation, ...request) => {
    if (operation === 'terminals.connect') connects.set(name, (connects.get(name) ?? 0) + 1)
    const answer = await client.call(operation, ...request)
    if (operation === 'terminals.auth_card' && name === 'Bar') await cardsAnswered
    if (operation === 'terminals.ping' && name === 'Bar') isSessionOver ||= !isOpenBy(answer)
    return answer
  }
  return { ...client, call }
}

const isOpenBy = (ping: Result<unknown, unknown>): boolean =>
  ping.ok && (ping.value as { readonly session_open?: boolean }).session_open === true

const terminalIs = (counter: CounterHarness, isSo: (terminal: Snapshot['terminal']) => boolean) =>
  until(() => counter.snapshot().terminal, isSo)

/** A counter without an event stream whose terminal another counter has taken over during its card prompt. */
async function takenOverInASale(): Promise<CounterHarness> {
  await service.plug({ hsn, script: 'silent' })
  const first = await open('Bar', undefined, 'http://127.0.0.1:1')
  await first.terminalIs('connected')
  first.charge(500)
  await first.saleIs('authorizing')
  const second = await open('Terrace')
  await second.terminalIs('in_use')
  await until(
    async () =>
      (await must(service.client.call('sandbox.virtual_terminals.get', { params: { hsn } }))).screen.name,
    (name) => name === 'waiting_for_card',
  )
  expect((await second.terminal.connect(true)).ok).toBe(true)
  return first
}

/** Waits until the first counter has tried to connect again and was refused. */
async function triesToConnect(): Promise<void> {
  const before = connects.get('Bar') ?? 0
  await until(
    () => connects.get('Bar') ?? 0,
    (times) => times >= before + 2,
  )
}

describe('a terminal that another counter uses', () => {
  test('a terminal in use is shown with its user and the time since', async () => {
    await service.plug({ hsn, script: 'approve' })
    const first = await open('Bar')
    await first.terminalIs('connected')
    const second = await open('Terrace')
    await second.terminalIs('in_use')
    const { terminal } = second.snapshot()
    expect(terminal).toMatchObject({ held_by: { name: 'Bar' }, taken: null })
    const since = terminal.kind === 'in_use' ? Date.parse(terminal.held_by?.since ?? '') : 0
    expect(Math.abs(Date.now() - since)).toBeLessThan(60_000)
  })

  test('a terminal taken over during a card prompt stops the sale, and nothing is charged', async () => {
    await service.plug({ hsn, script: 'silent' })
    const first = await open('Bar')
    await first.terminalIs('connected')
    first.charge(500)
    await first.saleIs('authorizing')
    const second = await open('Terrace')
    await second.terminalIs('in_use')
    await until(
      () => first.sale.state(),
      (state) => state.kind === 'authorizing' && state.step !== null,
    )
    expect((await second.terminal.connect(true)).ok).toBe(true)
    await second.terminalIs('connected')
    expect(await first.saleIs('stopped')).toMatchObject({ reason: 'taken_over', money: 'not_moved' })
    await terminalIs(
      first,
      (terminal) =>
        terminal.kind === 'in_use' &&
        terminal.held_by?.name === 'Terrace' &&
        terminal.taken?.stopped === true,
    )
    await triesToConnect()
    expect(first.snapshot().terminal).toMatchObject({ kind: 'in_use', taken: { stopped: true } })
    const [intent] = await service.intents()
    expect(await service.payments(intent?.id ?? '')).toEqual([])
  })

  test('a terminal taken over while idle is shown as taken until it is released', async () => {
    await service.plug({ hsn, script: 'approve' })
    const first = await open('Bar')
    await first.terminalIs('connected')
    const second = await open('Terrace')
    await second.terminalIs('in_use')
    await second.terminal.connect(true)
    await terminalIs(first, (terminal) => terminal.kind === 'in_use' && terminal.taken?.stopped === false)
    await triesToConnect()
    expect(first.snapshot().terminal).toMatchObject({ kind: 'in_use', taken: { stopped: false } })
    await second.stop()
    counters = [first]
    await first.terminalIs('connected')
  })

  test('a taken-over terminal is shown as taken even without an event stream', async () => {
    await service.plug({ hsn, script: 'approve' })
    const first = await open('Bar', undefined, 'http://127.0.0.1:1')
    await first.terminalIs('connected')
    const second = await open('Terrace')
    await second.terminalIs('in_use')
    await second.terminal.connect(true)
    first.terminal.checkNow()
    await terminalIs(first, (terminal) => terminal.kind === 'in_use' && terminal.taken?.stopped === false)
  })

  test('a sale stopped by a take-over is shown as such even without an event stream', async () => {
    const first = await takenOverInASale()
    expect(await first.saleIs('stopped')).toMatchObject({ reason: 'taken_over', money: 'not_moved' })
    first.terminal.checkNow()
    await terminalIs(first, (terminal) => terminal.kind === 'in_use' && terminal.taken?.stopped === true)
  })

  test('a sale is also shown as taken over when the counter learns of it before the sale is answered', async () => {
    let answer = (): void => undefined
    cardsAnswered = new Promise((resolve) => {
      answer = resolve
    })
    const first = await takenOverInASale()
    first.terminal.checkNow()
    await until(() => isSessionOver, Boolean)
    answer()
    expect(await first.saleIs('stopped')).toMatchObject({ reason: 'taken_over', money: 'not_moved' })
    await terminalIs(first, (terminal) => terminal.kind === 'in_use' && terminal.taken?.stopped === true)
  })
})

describe('a counter that changes to another terminal', () => {
  const other = 'VT-OTHER'
  const choices = async (counter: CounterHarness) => {
    const { terminal } = counter.snapshot()
    const found = await terminalChoices(service.access, { terminal, usual: hsn })
    if (!found.ok) throw new Error('the service refused')
    return found.value.map(({ hsn, usual, state }) => ({ hsn, usual, state }))
  }

  test('a sale stopped on one terminal continues on another, and the first one is free for others', async () => {
    await service.plug({ hsn, script: 'silent' })
    await service.plug({ hsn: other, script: 'approve' })
    const bar = await open('Bar')
    await bar.terminalIs('connected')
    bar.charge(500)
    await bar.saleIs('authorizing')
    bar.sale.dispatch({ kind: 'cancel' })
    await bar.saleIs('stopped')
    const switched = bar.terminal.use(other)
    // A command sent meanwhile goes to the new terminal.
    const asked = bar.terminal.run('terminals.get_pan_pad_version', {})
    await switched
    expect((await asked).ok).toBe(true)
    await terminalIs(
      bar,
      ({ kind, ...terminal }) => kind === 'connected' && 'hsn' in terminal && terminal.hsn === other,
    )
    bar.sale.dispatch({ kind: 'retry', entry: 'card', tips: null, hsn: other })
    expect(await bar.saleIs('approved')).toMatchObject({ sale: { hsn: other, amount: 500 } })
    const terrace = await open('Terrace')
    await terrace.terminalIs('connected')
    expect(await choices(bar)).toEqual([
      { hsn: other, usual: false, state: 'free' },
      { hsn, usual: true, state: 'busy' },
    ])
  })

  test('the list of terminals shows which are ready, in use, or not answering', async () => {
    await service.plug({ hsn, script: 'approve' })
    await service.plug({ hsn: other, script: 'approve' })
    await service.plug({ hsn: 'VT-GONE', script: 'approve' })
    await must(service.client.call('sandbox.virtual_terminals.delete', { params: { hsn: 'VT-GONE' } }))
    await must(service.client.call('terminals.activation_code', { body: { hsn: 'VT-UNPAIRED' } }))
    const bar = await open('Bar')
    await bar.terminalIs('connected')
    expect(await choices(bar)).toEqual([
      { hsn, usual: true, state: 'free' },
      { hsn: other, usual: false, state: 'free' },
      { hsn: 'VT-GONE', usual: false, state: 'unreachable' },
    ])
  })

  test('the service’s list shows which terminals are in use, and each is asked only if it does not', async () => {
    await service.plug({ hsn, script: 'approve' })
    await service.plug({ hsn: other, script: 'approve' })
    const bar = await open('Bar')
    await bar.terminalIs('connected')
    let asked = 0
    const through = (listed: (terminal: Terminal) => Terminal) => {
      const { client } = service
      const call: Client['call'] = async (operation, ...request) => {
        if (operation === 'terminals.ping') asked += 1
        const answer = await client.call(operation, ...request)
        if (operation !== 'terminals.terminal_details' || !answer.ok) return answer
        const { terminal_details } = answer.value as { readonly terminal_details: readonly Terminal[] }
        return ok({ terminal_details: terminal_details.map(listed) }) as unknown as typeof answer
      }
      const access = { ...service.access, client: { ...client, call } }
      return terminalChoices(access, { terminal: { kind: 'none' }, usual: null })
    }
    const states = [
      { hsn: other, state: 'free' },
      { hsn, state: 'busy' },
    ]
    expect(await must(through((terminal) => terminal))).toMatchObject(states)
    expect(asked).toBe(0)
    expect(await must(through(({ held_by: _, ...listed }) => listed))).toMatchObject(states)
    expect(asked).toBe(2)
  })
})

describe('a counter whose connect got no answer', () => {
  test('a counter finds its own session again without force, instead of being locked out by it', async () => {
    await service.plug({ hsn, script: 'approve' })
    const before = await open('Bar')
    await before.terminalIs('connected')
    await before.stop()
    counters = []
    // Its next connect request arrives, and the answer is lost.
    const file = await readFile(dataPaths(before.userData).counterId(service.access.accountId), 'utf8')
    const client = JSON.parse(file) as { readonly id: string }
    await must(service.client.call('terminals.connect', { body: { hsn, client } }))
    const stranger = await service.client.call('terminals.connect', { body: { hsn } })
    expect(stranger).toMatchObject({ ok: false, error: { error: { code: 'terminal_in_use' } } })
    const again = await open('Bar', before.userData)
    await again.terminalIs('connected')
  })
})
