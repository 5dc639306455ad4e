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

/** Section 4.4, connect: two counters share a terminal, and each is told what the other does to it. */
const hsn = 'VT-SHARED'
let service: TestService
let counters: CounterHarness[] = []
/** How often each counter, by its name, has asked for the terminal. */
let connects: Map<string, number>
/** What the answers to its cards wait for on their way to the counter that is called Bar. */
let cardsAnswered: Promise<void>
/** The service has told it that its session is over. */
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

/** A counter without an event stream, whose terminal another one has taken while it asked for the card. */
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

/** The first counter has asked for the terminal again, and has been refused. */
async function triesToConnect(): Promise<void> {
  const before = connects.get('Bar') ?? 0
  await until(
    () => connects.get('Bar') ?? 0,
    (times) => times >= before + 2,
  )
}

describe('a terminal that another counter has', () => {
  test('a terminal in use is shown with who has it and since when', async () => {
    await service.plug({ hsn, script: 'approve' })
    const first = await open('Bar')
    await first.terminalIs('connected')
    const second = await open('Terrace')
    await second.terminalIs('in_use')
    const { terminal } = second.snapshot()
    expect(terminal).toMatchObject({ held_by: { name: 'Bar' }, taken: null })
    const since = terminal.kind === 'in_use' ? Date.parse(terminal.held_by?.since ?? '') : 0
    expect(Math.abs(Date.now() - since)).toBeLessThan(10_000)
  })

  test('a terminal taken over while it asked for a card stops the sale, and nothing was charged', async () => {
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

  test('a terminal taken over while it is idle stays shown as taken, until they give it back', async () => {
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

  test('a terminal taken over is shown as taken also where no event stream can be had', async () => {
    await service.plug({ hsn, script: 'approve' })
    const first = await open('Bar', undefined, 'http://127.0.0.1:1')
    await first.terminalIs('connected')
    const second = await open('Terrace')
    await second.terminalIs('in_use')
    await second.terminal.connect(true)
    first.terminal.checkNow()
    await terminalIs(first, (terminal) => terminal.kind === 'in_use' && terminal.taken?.stopped === false)
  })

  test('a sale stopped by a take-over is shown as such also where no event stream can be had', async () => {
    const first = await takenOverInASale()
    expect(await first.saleIs('stopped')).toMatchObject({ reason: 'taken_over', money: 'not_moved' })
    first.terminal.checkNow()
    await terminalIs(first, (terminal) => terminal.kind === 'in_use' && terminal.taken?.stopped === true)
  })

  test('the same where the counter learns of the take-over before its sale was answered', async () => {
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

describe('a counter that takes another terminal', () => {
  const other = 'VT-OTHER'
  const choices = async (counter: CounterHarness) => {
    const { terminal } = counter.snapshot()
    const found = await terminalChoices(service.access, { terminal, usual: hsn })
    if (!found.ok) throw new Error('the service refused')
    return found.value.map(({ hsn, ours, usual, state }) => ({ hsn, ours, usual, state }))
  }

  test('a sale that stopped on one terminal goes on on the other, and the first one is free for others', async () => {
    await service.plug({ hsn, script: 'silent' })
    await service.plug({ hsn: other, script: 'approve' })
    const bar = await open('Bar')
    await bar.terminalIs('connected')
    bar.charge(500)
    await bar.saleIs('authorizing')
    bar.sale.dispatch({ kind: 'cancel' })
    await bar.saleIs('stopped')
    const switched = bar.terminal.use(other)
    // What is asked for meanwhile is asked of the new one.
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
      { hsn: other, ours: true, usual: false, state: 'free' },
      { hsn, ours: false, usual: true, state: 'busy' },
    ])
  })

  test('of the other terminals it is said which is ready, in use, or does not answer', async () => {
    await service.plug({ hsn, script: 'approve' })
    await service.plug({ hsn: other, script: 'approve' })
    await service.plug({ hsn: 'VT-GONE', script: 'approve' })
    await must(service.client.call('sandbox.virtual_terminals.delete', { params: { hsn: 'VT-GONE' } }))
    await must(service.client.call('terminals.activation_code', { body: { hsn: 'VT-UNPAIRED' } }))
    const bar = await open('Bar')
    await bar.terminalIs('connected')
    expect(await choices(bar)).toEqual([
      { hsn, ours: true, usual: true, state: 'free' },
      { hsn: other, ours: false, usual: false, state: 'free' },
      { hsn: 'VT-GONE', ours: false, usual: false, state: 'unreachable' },
    ])
  })

  test('the list itself says which are in use; only where it does not, each is asked', async () => {
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

describe('a counter whose connect was answered into the void', () => {
  test('a counter finds its own session again without force: it is not locked out by itself', async () => {
    await service.plug({ hsn, script: 'approve' })
    const before = await open('Bar')
    await before.terminalIs('connected')
    await before.stop()
    counters = []
    // Its next connect arrives, and the answer does not.
    const file = await readFile(dataPaths(before.userData).counterId(service.access.accountId), 'utf8')
    const client = JSON.parse(file) as { readonly id: string }
    await must(service.client.call('terminals.connect', { body: { hsn, client } }))
    const stranger = await service.client.call('terminals.connect', { body: { hsn } })
    expect(stranger).toMatchObject({ ok: false, error: { error: { code: 'terminal_in_use' } } })
    const again = await open('Bar', before.userData)
    await again.terminalIs('connected')
  })
})
