import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import { must } from '../../../support/must.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { withFaults } from '../support/faulty-service.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

const hsn = 'VT-1'
let service: TestService
let counter: CounterHarness
const counters: CounterHarness[] = []

beforeEach(async () => {
  service = await startTestService()
})
afterEach(async () => {
  for (const one of counters.splice(0)) await one.stop()
  await service.stop()
})

type Options = Partial<Parameters<typeof openCounterHarness>[0]>
async function open(options: Options = {}): Promise<CounterHarness> {
  const access = service.access
  counter = await openCounterHarness({ access: () => access, accountId: access.accountId, hsn, ...options })
  counters.push(counter)
  return counter
}
const noTips = { tip_presets: [], tip_custom: false }
const onlyIntent = async (): Promise<PaymentIntent> => {
  const intents = await service.intents()
  expect(intents).toHaveLength(1)
  return intents[0] as PaymentIntent
}

test('a return in progress at a power failure is back at the counter, which sells as usual', async () => {
  await service.plug({ hsn })
  const first = await open()
  const { userData } = first
  await first.stop()
  const back = {
    id: 'ret_1',
    bill_id: 'bill_1',
    number: 'KT1042',
    currency: 'USD',
    lines: [{ line_id: 'amount', name: '', quantity: 500, paid: 500, tax: 0, discount: 0 }],
    parts: [
      {
        kind: 'cash',
        tender_id: 'cash',
        goods: 500,
        tip: 0,
        surcharge: 0,
        rounding: 0,
        state: 'to_hand_back',
        handed_at: null,
      },
    ],
    reason: '',
    started_at: '2026-03-01T12:00:00.000Z',
    status: 'open',
  } satisfies Return
  const file = dataPaths(userData).returns(service.access.accountId)
  await writeFile(file, `${JSON.stringify({ at: back.started_at, return: back })}\n`)
  await open({ userData })
  await counter.terminalIs('connected')
  expect(counter.snapshot().returns).toEqual([back])
  const counted = await counter.drawer.closeShift({ counted: [] })
  expect(counted).toMatchObject({ ok: false, error: { code: 'not_now' } })
  const { returns } = await counter.sales()
  await must(returns.handedBack('ret_1'))
  await until(
    () => counter.snapshot().returns,
    ([one]) => one?.status === 'done',
  )
  expect(counter.snapshot().drawer.shift.refunds).toBe(500)
})

describe('a sale at the counter', () => {
  test('a sale with a tip and a signature ends approved, with one captured payment and a receipt', async () => {
    await service.plug({ hsn, script: 'tip_20' })
    await open()
    await counter.terminalIs('connected')
    counter.charge(1234)
    await until(counter.sale.state, (state) => state.kind === 'approved' && state.signature !== null)
    expect(counter.sale.state()).toMatchObject({
      payment: { status: 'captured', amount: 1481, last_four: '1111' },
      signature: expect.stringMatching(/^data:image\/png;base64,/),
    })
    expect(counter.seen.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['creating', 'choosing_tip', 'adding_tip', 'authorizing', 'approved']),
    )
    expect(await onlyIntent()).toMatchObject({ amount: 1481, tip_amount: 247, amount_captured: 1481 })
  })

  test('a sale with another card after a decline uses the same intent', async () => {
    await service.plug({ hsn, script: 'decline' })
    await open({ settings: noTips })
    await counter.terminalIs('connected')
    counter.charge(900)
    expect(await counter.saleIs('declined')).toMatchObject({ decline: { category: expect.any(String) } })
    await service.change(hsn, { script: 'approve' })
    counter.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    await counter.saleIs('approved')
    const payments = await service.payments((await onlyIntent()).id)
    expect(payments.map(({ status }) => status).sort()).toEqual(['captured', 'failed'])
  })

  test('a sale cancelled at the card prompt charges nothing, and leaving it closes the intent', async () => {
    await service.plug({ hsn, script: 'silent' })
    await open({ settings: noTips })
    await counter.terminalIs('connected')
    counter.charge(1500)
    await until(counter.sale.state, (state) => state.kind === 'authorizing' && state.step !== null)
    counter.sale.dispatch({ kind: 'cancel' })
    expect(await counter.saleIs('stopped')).toMatchObject({
      reason: 'cancelled_by_cashier',
      money: 'not_moved',
    })
    expect(await service.payments((await onlyIntent()).id)).toEqual([])
    counter.sale.dispatch({ kind: 'finish' })
    await until(onlyIntent, ({ status }) => status === 'cancelled')
  })

  test('skipping the tip stops only the tip prompt, and the card prompt follows', async () => {
    await service.plug({ hsn, script: 'silent' })
    await open()
    await counter.terminalIs('connected')
    counter.charge(1500)
    await counter.saleIs('choosing_tip')
    await until(screen, (name) => name !== 'welcome')
    counter.sale.dispatch({ kind: 'skip_tip' })
    await until(counter.sale.state, (state) => state.kind === 'authorizing' && state.step !== null)
    // The terminal was asked to stop before it was asked for the card, so it still waits for the card.
    expect(await counter.terminal.ping()).toMatchObject({ ok: true, value: { busy: true } })
    expect(counter.sale.state().kind).toBe('authorizing')
    counter.sale.dispatch({ kind: 'cancel' })
    await counter.saleIs('stopped')
  })

  test('a cancel right after the charge also stops the sale when the terminal shows nothing yet', async () => {
    await service.plug({ hsn, script: 'approve' })
    await open({ settings: noTips })
    await counter.terminalIs('connected')
    for (let round = 0; round < 12; round++) {
      counter.charge(100 + round)
      await new Promise((resolve) => setTimeout(resolve, round * 15))
      counter.sale.dispatch({ kind: 'cancel' })
      const end = await counter.saleIs('stopped', 'deciding', 'approved')
      expect(end.kind !== 'stopped').toBe(await isCharged(end))
      if (end.kind === 'deciding') {
        counter.sale.dispatch({ kind: 'decide', choice: 'void' })
        expect(await counter.saleIs('stopped')).toMatchObject({ money: 'voided' })
        expect(await isCharged(end)).toBe(false)
      }
      counter.sale.dispatch({ kind: 'finish' })
    }
  })
})

describe('when the outcome is not known', () => {
  test('a sale with no customer at the terminal for 2 min 30 s is checked, then shown as not charged', async () => {
    await service.plug({ hsn, script: 'silent' })
    await open({ settings: noTips })
    await counter.terminalIs('connected')
    counter.charge(2100)
    await until(counter.sale.state, (state) => state.kind === 'authorizing' && state.step !== null)
    await service.advance(151)
    expect(await counter.saleIs('stopped')).toMatchObject({ reason: 'timed_out', money: 'not_moved' })
    expect(counter.seen.map(({ kind }) => kind)).toContain('checking')
  })

  test('a sale without the bank’s answer is checked until its outcome is known, and charged once', async () => {
    await service.plug({ hsn, card: '4000000000050015' })
    await open({ settings: noTips })
    await counter.terminalIs('connected')
    counter.charge(2200)
    await until(service.intents, ([intent]) => intent?.status === 'processing')
    await service.advance(31)
    // The bank's answer may follow so fast that "checking" ends between two polls.
    await until(() => counter.seen.some(({ kind }) => kind === 'checking'), Boolean)
    await service.advance(60)
    await counter.saleIs('approved')
    expect(await service.payments((await onlyIntent()).id)).toHaveLength(1)
  })

  test('a counter that crashed after sending the request finds its sale again and resolves it', async () => {
    await service.plug({ hsn, card: '4000000000050015' })
    const first = await open({ settings: noTips })
    await first.terminalIs('connected')
    first.charge(2400)
    await until(service.intents, ([intent]) => intent?.status === 'processing')
    // The first counter is left as a killed process would leave it: only its journal remains.
    const second = await open({ userData: first.userData })
    // The first look-up may have answered already, which changes the cause to the bank's pending answer.
    expect(second.sale.state().kind).toBe('checking')
    expect(second.seen.find(({ kind }) => kind === 'checking')).toMatchObject({ cause: 'restarted' })
    expect(second.sale.dispatch({ kind: 'finish' })).toBe(false)
    // The bank's outcome is known 30 s after the request, which is before or right after the first advance.
    await service.advance(31)
    await service.advance(60)
    await second.saleIs('approved')
    expect(await service.payments((await onlyIntent()).id)).toHaveLength(1)
  })

  test('a payment whose intent the service no longer knows is checked on, and never shown as uncharged', async () => {
    await service.plug({ hsn })
    const lossy = withFaults(service.access, (name) =>
      name === 'terminals.auth_card' ? 'lose_answer' : name === 'payment_intents.get' ? 'not_found' : 'pass',
    )
    await open({ settings: noTips, access: () => lossy })
    await counter.terminalIs('connected')
    counter.charge(4321)
    await until(counter.sale.state, (state) => state.kind === 'stopped' || refusalsOf(state) >= 3)
    expect(await onlyIntent()).toMatchObject({ status: 'captured', amount_captured: 4321 })
    expect(counter.sale.state().kind).toBe('checking')
  })

  test('a payment from a damaged journal is found by the reference of its sale', async () => {
    await service.plug({ hsn })
    const lossy = withFaults(service.access, (name) =>
      name === 'terminals.auth_card'
        ? 'lose_answer'
        : name === 'payment_intents.get'
          ? 'never_arrives'
          : 'pass',
    )
    const first = await open({ settings: noTips, access: () => lossy })
    await first.terminalIs('connected')
    first.charge(4321)
    await until(service.intents, ([intent]) => intent?.status === 'captured')
    await first.saleIs('checking')
    await first.stop()
    const path = dataPaths(first.userData).sales(service.access.accountId)
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
    const creating = lines.findIndex((line) => line.includes('"kind":"creating"'))
    const after = lines.slice(creating + 1).map((line) => `${line.slice(0, 40)}\0`)
    await writeFile(path, [...lines.slice(0, creating + 1), ...after, ''].join('\n'))
    const second = await open({ userData: first.userData, settings: noTips })
    expect(second.seen.map(({ kind }) => kind)).not.toContain('stopped')
    expect(await second.saleIs('approved', 'stopped')).toMatchObject({
      kind: 'approved',
      sale: { intent_id: (await onlyIntent()).id },
      payment: { amount: 4321 },
    })
  })

  test('an intent whose creation got no answer is closed when the sale is left', async () => {
    await service.plug({ hsn })
    const lossy = withFaults(service.access, (name) =>
      name === 'payment_intents.create' ? 'lose_answer' : 'pass',
    )
    await open({ settings: noTips, access: () => lossy })
    await counter.terminalIs('connected')
    counter.charge(700)
    expect(await counter.saleIs('stopped')).toMatchObject({ sale: { intent_id: null } })
    expect(await onlyIntent()).toMatchObject({ status: 'created' })
    counter.sale.dispatch({ kind: 'finish' })
    await until(onlyIntent, ({ status }) => status === 'cancelled')
  })

  test('a retry continues with an intent whose creation got no answer, even after its key has expired', async () => {
    await service.plug({ hsn })
    let lost = 0
    const lossy = withFaults(service.access, (name) =>
      name === 'payment_intents.create' && ++lost === 1 ? 'lose_answer' : 'pass',
    )
    await open({ settings: noTips, access: () => lossy })
    await counter.terminalIs('connected')
    counter.charge(700)
    await counter.saleIs('stopped')
    await service.advance(61 * 60)
    counter.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    await counter.saleIs('approved')
    expect(await onlyIntent()).toMatchObject({ status: 'captured', amount: 700 })
  })

  test('a sale without a service stops with that reason, and continues when the service is back', async () => {
    await service.plug({ hsn })
    let up = true
    const { access } = service
    await open({ settings: noTips, access: () => (up ? access : null) })
    await counter.terminalIs('connected')
    up = false
    counter.charge(500)
    expect(await counter.saleIs('stopped')).toMatchObject({ reason: 'service_unreachable', can_retry: true })
    up = true
    counter.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    await counter.saleIs('approved')
    expect(await service.intents()).toHaveLength(1)
  })
})

const refusalsOf = (state: SaleState): number => (state.kind === 'checking' ? state.refusals : 0)

const isCharged = async (state: SaleState): Promise<boolean> => {
  const intentId = state.kind === 'ready' ? null : state.sale.intent_id
  if (intentId === null) return false
  return (await service.payments(intentId)).some(({ status }) => status === 'captured')
}

const screen = async (): Promise<string> => {
  const terminal = await must(service.client.call('sandbox.virtual_terminals.get', { params: { hsn } }))
  return terminal.screen.name
}
