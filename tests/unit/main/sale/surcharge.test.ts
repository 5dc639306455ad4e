import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { type Fault, withFaults } from '../support/faulty-service.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

const hsn = 'VT-1'
const debit = '4000056655665556'
let service: TestService
const counters: CounterHarness[] = []

beforeEach(async () => {
  service = await startTestService()
})
afterEach(async () => {
  for (const one of counters.splice(0)) await one.stop()
  await service.stop()
})

interface Options {
  readonly userData?: string
  readonly tips?: boolean
  readonly postalCode?: string
  readonly faultOf?: (operation: string) => Fault | object
}

/** A counter of a shop that adds 3 percent for credit cards. */
async function open({ userData, tips = false, postalCode = '10001', faultOf }: Options = {}) {
  const access = faultOf === undefined ? service.access : withFaults(service.access, faultOf)
  const counter = await openCounterHarness({
    access: () => access,
    accountId: service.access.accountId,
    hsn,
    settings: {
      ...(tips ? {} : { tip_presets: [], tip_custom: false }),
      surcharge: { percent: 3, postal_code: postalCode },
    },
    ...(userData === undefined ? {} : { userData }),
  })
  counters.push(counter)
  await counter.terminalIs('connected')
  return counter
}

const onlyIntent = async (): Promise<PaymentIntent> => {
  const intents = await service.intents()
  expect(intents).toHaveLength(1)
  return intents[0] as PaymentIntent
}
/** The holder signs after the approval, since the terminal asked for no signature when it read the card. */
async function approved(counter: CounterHarness) {
  await counter.saleIs('signing')
  counter.sale.dispatch({ kind: 'sign', signature: null })
  return counter.saleIs('approved')
}
const statesOf = (counter: CounterHarness) => counter.seen.map(({ kind }) => kind)

describe('a shop with a surcharge', () => {
  test('a credit card pays the surcharge without one on the tip, and the receipt lists each part', async () => {
    await service.plug({ hsn, script: 'tip_20' })
    const counter = await open({ tips: true })
    counter.charge(10_000)
    await approved(counter)
    const paid = await until(
      counter.sale.state,
      (state) => state.kind === 'approved' && state.receipt.length > 0,
    )
    expect(paid).toMatchObject({
      payment: { amount: 12_300, status: 'captured' },
      sale: { tip: 2_000, surcharge: 300 },
    })
    expect(statesOf(counter)).toEqual(
      expect.arrayContaining(['reading_card', 'confirming', 'adding_surcharge', 'authorizing']),
    )
    expect(await onlyIntent()).toMatchObject({
      amount: 12_300,
      tip_amount: 2_000,
      surcharge_amount: 300,
      amount_captured: 12_300,
    })
    expect(await service.payments((await onlyIntent()).id)).toMatchObject([
      { card_present: true, entry_mode: 'EMVContact', payment_method: { signature: null } },
    ])
    const receipt = JSON.stringify(paid.kind === 'approved' && paid.receipt)
    expect(receipt).toContain('Surcharge')
    expect(counter.sale.bill()?.tenders).toMatchObject([{ amount: 10_000, tip: 2_000, surcharge: 300 }])
  })

  test('a debit card pays no surcharge, and its holder is not asked', async () => {
    await service.plug({ hsn, card: debit })
    const counter = await open()
    counter.charge(10_000)
    expect(await approved(counter)).toMatchObject({ sale: { no_surcharge: 'not_credit' } })
    expect(statesOf(counter)).not.toContain('confirming')
    expect(await onlyIntent()).toMatchObject({ amount: 10_000, surcharge_amount: 0 })
  })

  test('a shop where the law forbids surcharges charges none', async () => {
    await service.plug({ hsn })
    const counter = await open({ postalCode: '06103' })
    counter.charge(10_000)
    expect(await approved(counter)).toMatchObject({ sale: { no_surcharge: 'restricted' } })
    expect(await onlyIntent()).toMatchObject({ amount: 10_000, surcharge_amount: 0 })
  })

  test.each(['2134', 'H2X', '00000'])(
    'a shop whose postal code is unknown (%s) charges no surcharge',
    async (postalCode) => {
      await service.plug({ hsn })
      const counter = await open({ postalCode })
      counter.charge(10_000)
      expect(await approved(counter)).toMatchObject({ sale: { no_surcharge: 'not_known' } })
      expect(await onlyIntent()).toMatchObject({ amount: 10_000, surcharge_amount: 0 })
    },
  )

  test('a customer who declines has paid nothing, and pays without a surcharge if the cashier allows it', async () => {
    await service.plug({ hsn })
    const counter = await open({
      faultOf: (name) => (name === 'terminals.read_confirmation' ? { confirmed: false } : 'pass'),
    })
    counter.charge(10_000)
    expect(await counter.saleIs('stopped')).toMatchObject({ reason: 'surcharge_declined' })
    expect(await service.payments((await onlyIntent()).id)).toEqual([])
    expect(counter.sale.dispatch({ kind: 'waive_surcharge' })).toBe(true)
    expect(await approved(counter)).toMatchObject({ payment: { amount: 10_000 } })
  })

  test('a terminal that cannot read a card in advance charges it without a surcharge', async () => {
    await service.plug({ hsn })
    const counter = await open({
      faultOf: (name) => (name === 'terminals.read_card' ? 'unsupported' : 'pass'),
    })
    counter.charge(10_000)
    expect(await counter.saleIs('approved')).toMatchObject({ sale: { no_surcharge: 'terminal' } })
    expect(await onlyIntent()).toMatchObject({ amount: 10_000 })
  })

  test('a surcharge that cannot be calculated is not charged', async () => {
    await service.plug({ hsn })
    const counter = await open({
      faultOf: (name) => (name === 'surcharges.calculate' ? 'never_arrives' : 'pass'),
    })
    counter.charge(10_000)
    expect(await approved(counter)).toMatchObject({ sale: { no_surcharge: 'not_known' } })
    expect(await onlyIntent()).toMatchObject({ amount: 10_000 })
  })
})

describe('a surcharge with lost requests', () => {
  test('a payment with a lost answer is looked up and found, and the card is charged once', async () => {
    await service.plug({ hsn })
    const counter = await open({ faultOf: (name) => (name === 'payments.create' ? 'lose_answer' : 'pass') })
    counter.charge(10_000)
    expect(await approved(counter)).toMatchObject({ payment: { amount: 10_300 } })
    expect(statesOf(counter)).toContain('checking')
    expect(await service.payments((await onlyIntent()).id)).toHaveLength(1)
  })

  test('an idle terminal does not prove that a card read before is not being charged', async () => {
    await service.plug({ hsn })
    const counter = await open({
      faultOf: (name) => (name === 'payments.create' ? 'never_arrives' : 'pass'),
    })
    counter.charge(10_000)
    const checked = await until(
      counter.sale.state,
      (state) => state.kind === 'stopped' || (state.kind === 'checking' && state.tries >= 2),
    )
    expect(checked.kind).toBe('checking')
  })

  test('a counter killed while the customer is asked has charged nothing, and can charge the same sale again', async () => {
    await service.plug({ hsn })
    const first = await open({
      faultOf: (name) => (name === 'terminals.read_confirmation' ? 'never_answers' : 'pass'),
    })
    first.charge(10_000)
    await first.saleIs('confirming')
    // The first counter is left as a killed process would leave it: only its journal remains.
    const second = await open({ userData: first.userData })
    expect(await second.saleIs('stopped')).toMatchObject({ reason: 'interrupted', money: 'not_moved' })
    expect(await service.payments((await onlyIntent()).id)).toEqual([])
    second.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    expect(await approved(second)).toMatchObject({ payment: { amount: 10_300 } })
    expect(await onlyIntent()).toMatchObject({ surcharge_amount: 300, amount_captured: 10_300 })
  })

  test('a counter killed between reading the card and the question has charged nothing, and asks again', async () => {
    await service.plug({ hsn })
    const { first, asked } = await frozenAt('surcharges.calculate', 'reading_card')
    expect(asked()).toBe(1)
    const second = await open({ userData: first.userData })
    expect(await second.saleIs('stopped')).toMatchObject({ reason: 'interrupted', money: 'not_moved' })
    expect(await service.payments((await onlyIntent()).id)).toEqual([])
    // Another card without a surcharge: the card read before is not charged.
    await service.change(hsn, { card: debit })
    second.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    expect(await approved(second)).toMatchObject({ payment: { amount: 10_000 } })
    expect(await onlyIntent()).toMatchObject({ surcharge_amount: 0, amount_captured: 10_000 })
  })

  test('a surcharge that was added before a crash is removed before a card without one pays', async () => {
    await service.plug({ hsn })
    const { first, asked } = await frozenAt('payment_intents.update', 'adding_surcharge')
    await until(asked, (count) => count === 1)
    await until(onlyIntent, ({ surcharge_amount }) => surcharge_amount === 300)
    const second = await open({ userData: first.userData })
    expect(await second.saleIs('stopped')).toMatchObject({ reason: 'interrupted', money: 'not_moved' })
    await service.change(hsn, { card: debit })
    second.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    expect(await approved(second)).toMatchObject({ payment: { amount: 10_000 } })
    expect(await onlyIntent()).toMatchObject({ amount: 10_000, surcharge_amount: 0, amount_captured: 10_000 })
    expect(second.sale.bill()?.tenders).toMatchObject([{ amount: 10_000, surcharge: 0 }])
  })

  test('a card charged with its surcharge before a crash is found, and pays once', async () => {
    await service.plug({ hsn })
    const { first } = await frozenAt('payments.create', 'authorizing')
    const { id } = await onlyIntent()
    await until(
      () => service.payments(id),
      ([payment]) => payment?.status === 'captured',
    )
    const second = await open({ userData: first.userData })
    expect(await approved(second)).toMatchObject({ payment: { amount: 10_300 } })
    expect(await service.payments(id)).toHaveLength(1)
    expect(second.sale.bill()?.tenders).toMatchObject([{ amount: 10_000, surcharge: 300 }])
  })
})

/** A counter whose process ends while it waits for this answer, after the service has carried out the request. */
async function frozenAt(operation: string, state: 'reading_card' | 'adding_surcharge' | 'authorizing') {
  let count = 0
  const first = await open({
    faultOf: (name) => {
      if (name !== operation) return 'pass'
      count += 1
      return 'done_unanswered'
    },
  })
  first.charge(10_000)
  await first.saleIs(state)
  await until(
    () => count,
    (asked) => asked > 0,
  )
  return { first, asked: () => count }
}
