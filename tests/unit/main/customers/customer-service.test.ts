import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaidCard } from '../../../../src-main/sales/send-receipts.ts'
import type { CardToken } from '../../../../src-shared/pos/customer/card-token.ts'
import { payerOf } from '../../../../src-shared/pos/customer/customer.ts'
import { must } from '../../../support/must.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { type Fault, withFaults } from '../support/faulty-service.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

const hsn = 'VT-1'
let service: TestService
let counter: CounterHarness

beforeEach(async () => {
  service = await startTestService()
})
afterEach(async () => {
  await counter.stop()
  await service.stop()
})

async function open(faultOf: (operation: string) => Fault | object = () => 'pass', userData?: string) {
  const access = withFaults(service.access, faultOf)
  counter = await openCounterHarness({
    access: () => access,
    accountId: service.access.accountId,
    hsn,
    settings: { tip_presets: [], tip_custom: false },
    ...(userData === undefined ? {} : { userData }),
  })
  await counter.terminalIs('connected')
  return counter.customers()
}

/** Chooses Ana, who has a saved card. */
async function withSavedCard(faultOf?: (operation: string) => Fault | object): Promise<CardToken> {
  await service.plug({ hsn })
  const customers = await open(faultOf)
  await must(customers.create({ name: 'Ana Torres', phone: '+15550142368', email: '' }))
  expect(await must(customers.saveCard())).toEqual({ saved: true })
  const [card] = await must(customers.cards())
  if (card === undefined) throw new Error('no card was saved')
  return card
}

/** Charges as `sale.charge` does, with or without the saved card. */
function charge(amount: number, token: CardToken | null) {
  const sale = { id: `sale_${amount}`, amount, currency: 'USD', entry: 'card', note: '', hsn } as const
  const customer = payerOf(counter.snapshot().customer)
  expect(counter.sale.dispatch({ kind: 'charge', sale: { ...sale, customer, token } })).toBe(true)
}

const onlyIntent = async () => {
  const intents = await service.intents()
  expect(intents).toHaveLength(1)
  return intents[0]
}

describe('a customer of a sale', () => {
  test('a customer is found by the number typed on the terminal, in whatever format it is stored', async () => {
    await service.plug({ hsn })
    const customers = await open()
    await must(service.client.call('customers.create', { body: { name: 'Ana', phone: '+1 (555) 014-2368' } }))
    // The scripted customer types this number.
    const { phone } = await must(customers.askPhone())
    expect(phone).toMatch(/^\d{7,}$|^\+1\d{10}$/)
    const found = await must(customers.search('5550142368'))
    expect(found).toMatchObject([{ name: 'Ana', receipt: null, locale: null }])
    await must(customers.choose(found[0]?.id ?? ''))
    expect(counter.snapshot().customer).toMatchObject({ name: 'Ana' })
  })

  test('a sale belongs to the chosen customer, and the next sale to none', async () => {
    await service.plug({ hsn })
    const customers = await open()
    await must(customers.create({ name: 'Ana Torres', phone: '', email: 'ana@example.com' }))
    const { customer } = counter.snapshot()
    charge(1_000, null)
    await counter.saleIs('approved')
    expect(await onlyIntent()).toMatchObject({ customer_id: customer?.id, amount_captured: 1_000 })
    counter.sale.dispatch({ kind: 'finish' })
    await until(
      () => counter.snapshot().customer,
      (one) => one === null,
    )
  })

  // The dialog was closed while its prompt was open, and the sale would wait up to 2 min 30 s for an answer.
  test('the prompt to save a card gives way to a sale', async () => {
    await service.plug({ hsn, script: 'silent' })
    const customers = await open()
    await must(customers.create({ name: 'Ana Torres', phone: '', email: 'ana@example.com' }))
    const terminal = () =>
      must(service.client.call('sandbox.virtual_terminals.get', { params: { hsn } })).then(
        ({ screen }) => screen,
      )
    const saving = customers.saveCard()
    await until(terminal, ({ name }) => name === 'waiting_for_card')
    // Another prompt waits behind it.
    const asking = customers.askPhone()
    charge(1_000, null)
    expect(await saving).toMatchObject({ ok: false })
    expect(await asking).toMatchObject({ ok: false })
    await until(terminal, ({ name, lines }) => name === 'waiting_for_card' && lines.join().includes('10.00'))
    counter.sale.dispatch({ kind: 'cancel' })
    await counter.saleIs('stopped')
  })

  test('a sale without a customer is sent without a customer id', async () => {
    await service.plug({ hsn })
    await open()
    charge(1_000, null)
    await counter.saleIs('approved')
    expect(await onlyIntent()).toMatchObject({ customer_id: null })
  })

  test('the receipt preference of a customer is stored at the service, next to data of other programs', async () => {
    await service.plug({ hsn })
    const customers = await open()
    await must(customers.create({ name: 'Ana Torres', phone: '+15550142368', email: 'ana@example.com' }))
    const { customer } = counter.snapshot()
    const id = customer?.id ?? ''
    const update = { params: { id }, body: { user_fields: { loyalty: 'gold' } } }
    await must(service.client.call('customers.update', update))
    charge(1_000, null)
    await counter.saleIs('approved')
    const paid = counter.sale.state()
    if (paid.kind !== 'approved') throw new Error('a card has paid')
    expect(await must(customers.receipt('sms', [paid]))).toMatchObject({ sent: true })
    expect(counter.snapshot().customer).toMatchObject({ receipt: 'sms' })
    const kept = await must(service.client.call('customers.get', { params: { id } }))
    expect(kept.user_fields).toEqual({ loyalty: 'gold', receipt: 'sms' })
    expect(await must(customers.receipt('email', [paid]))).toMatchObject({ sent: true })
    const { data } = await must(service.client.call('sandbox.outbox', {}))
    expect(data.map(({ kind, to }) => [kind, to])).toEqual([
      ['email', ['ana@example.com']],
      ['sms', ['+15550142368']],
    ])
    // Another counter reads the preference.
    await must(customers.choose(id))
    expect(counter.snapshot().customer).toMatchObject({ receipt: 'email' })
  })

  /** Ana has paid with two cards. Sending their receipts meets these faults, then works. */
  async function paidWithTwoCards(...faults: Fault[]) {
    await service.plug({ hsn })
    const customers = await open((operation) =>
      operation === 'payment_intents.send_receipt' ? (faults.shift() ?? 'pass') : 'pass',
    )
    await must(customers.create({ name: 'Ana Torres', phone: '', email: 'ana@example.com' }))
    const id = counter.snapshot().customer?.id ?? ''
    const cards: PaidCard[] = []
    for (const amount of [1_000, 2_000]) {
      charge(amount, null)
      await counter.saleIs('approved')
      const of = counter.sale.state()
      if (of.kind === 'approved') cards.push(of)
      counter.sale.dispatch({ kind: 'finish' })
      await counter.saleIs('ready')
    }
    await must(customers.choose(id))
    return { customers, cards }
  }

  test.each([
    ['that of the second is refused', 'pass', 'not_found'],
    ['it is not known of the first', 'lose_answer', 'pass'],
  ] as const)(
    'a customer who paid with two cards gets each receipt once when %s',
    async (_, first, second) => {
      const { customers, cards } = await paidWithTwoCards(first, second)
      // The answer lists the receipts that may be missing.
      expect(await must(customers.receipt('email', cards))).toMatchObject({
        sent: false,
        message: expect.stringContaining('Visa'),
      })
      expect(await must(customers.receipt('email', cards))).toMatchObject({ sent: true })
      const { data } = await must(service.client.call('sandbox.outbox', {}))
      expect(data).toHaveLength(2)
    },
  )

  test('a saved card is no longer available once its customer is removed, even if the list arrives late', async () => {
    const card = await withSavedCard()
    const customers = await counter.customers()
    expect(customers.card(card.payment_method_id)).toMatchObject({ last_four: card.last_four })
    const late = customers.cards()
    counter.removeCustomer()
    expect(await late).toMatchObject({ ok: false, error: { code: 'not_now' } })
    expect(customers.card(card.payment_method_id)).toBeNull()
  })

  test('a card whose holder declines is not saved', async () => {
    await service.plug({ hsn })
    const customers = await open((name) =>
      name === 'terminals.read_confirmation' ? { confirmed: false } : 'pass',
    )
    await must(customers.create({ name: 'Ana Torres', phone: '', email: '' }))
    expect(await must(customers.saveCard())).toEqual({ saved: false })
    expect(await must(customers.cards())).toEqual([])
  })
})

describe('charging a saved card', () => {
  test('a saved card is charged once its holder has agreed on the terminal', async () => {
    const card = await withSavedCard()
    charge(2_500, card)
    expect(await counter.saleIs('approved')).toMatchObject({ payment: { amount: 2_500, last_four: '1111' } })
    expect(counter.seen.map(({ kind }) => kind)).toContain('confirming')
    const [payment] = await service.payments((await onlyIntent())?.id ?? '')
    expect(payment).toMatchObject({ status: 'captured', card_present: false })
    // The card can be charged again.
    expect(await must((await counter.customers()).cards())).toHaveLength(1)
  })

  test('a holder who declines is charged nothing, and a retry asks for a card', async () => {
    let asked = 0
    const card = await withSavedCard((name) =>
      name === 'terminals.read_confirmation' && ++asked === 2 ? { confirmed: false } : 'pass',
    )
    charge(2_500, card)
    expect(await counter.saleIs('stopped')).toMatchObject({
      reason: 'cancelled_by_customer',
      money: 'not_moved',
    })
    expect(await service.payments((await onlyIntent())?.id ?? '')).toEqual([])
    counter.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    await counter.saleIs('approved')
    const [payment] = await service.payments((await onlyIntent())?.id ?? '')
    expect(payment).toMatchObject({ card_present: true })
  })

  test('when the terminal cannot ask, the cashier asks the holder, and nothing is charged before', async () => {
    let asked = 0
    const card = await withSavedCard((name) =>
      name === 'terminals.read_confirmation' && ++asked > 1 ? 'unsupported' : 'pass',
    )
    charge(2_500, card)
    await until(counter.sale.state, (state) => state.kind === 'confirming' && state.by_cashier)
    expect(await service.payments((await onlyIntent())?.id ?? '')).toEqual([])
    expect(counter.sale.dispatch({ kind: 'customer_agrees' })).toBe(true)
    expect(await counter.saleIs('approved')).toMatchObject({ payment: { amount: 2_500 } })
  })

  test('a counter that is killed during the question charges nothing, and has no name in its journal', async () => {
    let asked = 0
    const card = await withSavedCard((name) =>
      name === 'terminals.read_confirmation' && ++asked > 1 ? 'never_answers' : 'pass',
    )
    charge(2_500, card)
    await counter.saleIs('confirming')
    const killed = counter
    await open(undefined, killed.userData)
    expect(await counter.saleIs('stopped')).toMatchObject({ reason: 'interrupted', money: 'not_moved' })
    expect(await service.payments((await onlyIntent())?.id ?? '')).toEqual([])
    expect(JSON.stringify(counter.sale.state())).not.toContain('Ana')
    await killed.stop()
  })
})
