import { beforeEach, describe, expect, test } from 'vitest'
import { expireSessions } from '../../../../src-service/checkout/expiry-pass.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import {
  type CheckoutSession,
  checkoutSessionSchema,
} from '../../../../src-shared/api/schemas/checkout-session.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { silentCard, visa } from '../authorize/cards.ts'
import { codeOf, mustOf } from '../intents/payments-harness.ts'
import { type CheckoutHarness, openCheckoutHarness } from './checkout-harness.ts'

const hour = 60 * 60_000
const refusalOf = (result: Result<unknown, ServiceError>) =>
  result.ok ? 'ok' : { code: result.error.code, param: result.error.param }

let harness: CheckoutHarness
beforeEach(async () => {
  harness = await openCheckoutHarness()
})

describe('an update of a checkout session', () => {
  test('an update of a checkout session changes its amount and its intent’s in one step', async () => {
    const { id, payment_intent_id } = await harness.session()
    const session = mustOf(await harness.update(id, { subtotal: 3000, discount_amount: 500 }))
    expect(session).toMatchObject({ amount: 2500, subtotal: 3000, discount_amount: 500 })
    expect(session.payment_intent_data.amount).toBe(3000)
    expect((await harness.read(payment_intent_id)).amount).toBe(2500)
    expect(mustOf(await harness.update(id, { discount_amount: 0 })).amount).toBe(3000)
  })

  test('an update of a checkout session replaces only the given fields of payment_intent_data', async () => {
    const { id, payment_intent_id } = await harness.session({
      payment_intent_data: { amount: 1000, description: 'Tea', tax_amount: 50, capture: false },
    })
    const data = {
      amount: 2000,
      description: 'Coffee',
      payment_method_types: ['card', 'bank'],
      capture: true,
    }
    const session = mustOf(await harness.update(id, { payment_intent_data: data }))
    expect(session).toMatchObject({
      subtotal: 2000,
      payment_method_types: ['card', 'bank'],
      payment_intent_data: { description: 'Coffee', tax_amount: 50 },
    })
    expect(await harness.read(payment_intent_id)).toMatchObject({
      ...{ amount: 2000, description: 'Coffee', tax_amount: 50, capture: true },
      payment_rail_types: ['card', 'us_bank_ach'],
    })
  })

  test.each([
    ['a discount above the subtotal', { discount_amount: 1001 }, 'discount_amount'],
    ['a subtotal below the discount', { subtotal: 99, discount_amount: 100 }, 'discount_amount'],
    ['a discount of the whole subtotal', { discount_amount: 1000 }, 'discount_amount'],
    ['a subtotal of zero', { subtotal: 0 }, 'subtotal'],
    ['an amount of zero', { payment_intent_data: { amount: 0 } }, 'payment_intent_data.amount'],
    ['two subtotals', { subtotal: 5, payment_intent_data: { amount: 6 } }, 'subtotal'],
    ['a discount that leaves too little for the merchant', { discount_amount: 500 }, 'discount_amount'],
    ['a subtotal that leaves too little for the merchant', { subtotal: 500 }, 'subtotal'],
    [
      'splits above the amount that can be shared',
      { payment_intent_data: { payment_splits: [{ amount: 901, account_id: 'ctrct_1' }] } },
      'payment_intent_data.payment_splits',
    ],
    [
      'types that contradict each other',
      { payment_method_types: ['card'], payment_intent_data: { payment_method_types: ['bank'] } },
      'payment_method_types',
    ],
  ])('an update of a checkout session refuses %s, and the error names the field', async (_, body, param) => {
    const { id } = await harness.session({ payment_intent_data: { amount: 1000, merchant_amount: 900 } })
    expect(refusalOf(await harness.update(id, body))).toEqual({ code: 'parameter_invalid', param })
    expect(await harness.current(id)).toMatchObject({ amount: 1000, discount_amount: 0 })
  })

  test('a checkout session with capture false must accept cards, since nothing else could pay it', async () => {
    const payment_method_types = ['bank']
    const later = { amount: 1000, capture: false }
    const create = { payment_method_types, payment_intent_data: later }
    expect(refusalOf(await harness.call('checkout_sessions.create', { body: create }))).toEqual({
      ...{ code: 'parameter_invalid', param: 'payment_intent_data.capture' },
    })
    const { id } = await harness.session({ payment_intent_data: later })
    expect(refusalOf(await harness.update(id, { payment_method_types }))).toEqual({
      ...{ code: 'parameter_invalid', param: 'payment_method_types' },
    })
  })

  test('a checkout session of 0 cents is refused, with or without a surcharge', async () => {
    for (const more of [{}, { surcharge: { type: 'fixed', amount: 30 } }]) {
      const body = { payment_intent_data: { amount: 0 }, ...more }
      expect(refusalOf(await harness.call('checkout_sessions.create', { body }))).toEqual({
        ...{ code: 'parameter_invalid', param: 'payment_intent_data.amount' },
      })
    }
  })

  test('a fixed surcharge is at most 3 per cent of the amount, like a percentage surcharge', async () => {
    const fixed = (amount: number) => ({ surcharge: { type: 'fixed', amount } })
    const tooMuch = { code: 'parameter_invalid', param: 'surcharge.amount' }
    const create = (body: object) =>
      harness.call('checkout_sessions.create', { body: { payment_intent_data: { amount: 1000 }, ...body } })
    expect(refusalOf(await create(fixed(31)))).toEqual(tooMuch)
    const { id } = await harness.session(fixed(30))
    expect(refusalOf(await harness.update(id, fixed(31)))).toEqual(tooMuch)
    // With a lower amount the surcharge would be more than 3 per cent.
    const lower = { code: 'parameter_invalid', param: 'discount_amount' }
    expect(refusalOf(await harness.update(id, { discount_amount: 100 }))).toEqual(lower)
    expect(refusalOf(await harness.update(id, { discount_amount: 100, ...fixed(27) }))).toBe('ok')
  })

  test('an update of a checkout session changes the types in payment_intent_data only if they were given there', async () => {
    const both = { payment_method_types: ['card', 'bank'], payment_rail_types: ['card', 'us_bank_ach'] }
    const one = { payment_method_types: ['card'], payment_rail_types: ['card'] }
    const { id } = await harness.session({ payment_intent_data: { amount: 1000, ...both } })
    const session = mustOf(await harness.update(id, one))
    expect(session).toMatchObject({ ...one, payment_intent_data: one })
    const plain = await harness.session()
    const updated = mustOf(await harness.update(plain.id, one))
    expect(updated.payment_intent_data).toEqual(plain.payment_intent_data)
  })

  test('an update of a checkout session that has ended returns it as expired', async () => {
    const { id } = await harness.session()
    harness.clock.advance(25 * hour)
    expect(mustOf(await harness.update(id, { reference_id: 'late' })).status).toBe('expired')
    expect(mustOf(await harness.update(id, {})).status).toBe('expired')
  })

  test('an update of a checkout session is refused during and after the payment, except for notes', async () => {
    const { id } = await harness.session()
    mustOf(await harness.buy(id, silentCard))
    const amount = { code: 'state_conflict', param: 'subtotal' }
    expect(refusalOf(await harness.update(id, { subtotal: 5 }))).toEqual(amount)
    harness.clock.advance(31_000)
    await harness.repair()
    expect(refusalOf(await harness.update(id, { subtotal: 5 }))).toEqual(amount)
    const noted = mustOf(
      await harness.update(id, { customer_email: 'ana@example.com', reference_id: 'late' }),
    )
    expect(noted).toMatchObject({ status: 'complete', customer_email: 'ana@example.com', amount: 1000 })
  })

  test('an update of a checkout session can set its end up to the longest window', async () => {
    const { id, created_at } = await harness.session()
    const at = (ms: number) => ({ expires_at: new Date(Date.parse(created_at) + ms).toISOString() })
    const refused = { code: 'expires_at_invalid', param: 'expires_at' }
    expect(refusalOf(await harness.update(id, at(-1)))).toEqual(refused)
    expect(refusalOf(await harness.update(id, at(30 * 24 * hour + 5_000)))).toEqual(refused)
    expect(mustOf(await harness.update(id, at(30 * 24 * hour)))).toMatchObject(at(30 * 24 * hour))
  })

  test('a patch of a session’s intent is refused for fields that the payer agrees to on the page', async () => {
    const { payment_intent_id } = await harness.session()
    const patch = (body: object) =>
      harness.call('payment_intents.update', { params: { id: payment_intent_id }, body })
    expect(refusalOf(await patch({ amount: 1 }))).toEqual({ code: 'state_conflict', param: 'amount' })
    expect(codeOf(await patch({ description: 'Tea' }))).toBe('ok')
  })
})

describe('the end of a checkout session', () => {
  test('an expired session’s intent is cancelled with it, and expiring it twice has no further effect', async () => {
    const { id, payment_intent_id } = await harness.session()
    expect(mustOf(await harness.expire(id)).status).toBe('expired')
    expect(await harness.read(payment_intent_id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'abandoned',
    })
    const again = mustOf(await harness.expire(id))
    expect(again).toEqual(await harness.current(id))
    expect((await harness.page(id)).state).toBe('cancelled')
  })

  test('a session is shown as expired at the moment of its end, before this is written', async () => {
    const { id, payment_intent_id } = await harness.session()
    const collected = mustOf(await harness.collect(id))
    harness.clock.advance(24 * hour - 1000)
    expect((await harness.current(id)).status).toBe('open')
    harness.clock.advance(1000)
    expect((await harness.current(id)).status).toBe('expired')
    const list = mustOf(await harness.call('checkout_sessions.list')) as { data: { status: string }[] }
    expect(list.data.map(({ status }) => status)).toEqual(['expired'])
    expect((await harness.page(id)).state).toBe('expired')
    expect(mustOf(await harness.payOnPage(id, collected)).state).toBe('expired')
    expect(codeOf(await harness.collect(id))).toBe('state_conflict')
    expect(codeOf(await harness.pay(payment_intent_id))).toBe('state_conflict')
    expect(codeOf(await harness.update(id, { subtotal: 5 }))).toBe('state_conflict')
    await expireSessions(harness.services)
    expect((await harness.read(payment_intent_id)).status).toBe('cancelled')
    expect((await harness.page(id)).state).toBe('expired')
  })

  test.each([
    ['approved', silentCard, 'complete', 'captured', 'paid'],
    ['declined', { number: '4000000000050023' }, 'expired', 'cancelled', 'expired'],
  ])(
    'the end of a session does not interrupt a payment under way: %s',
    async (_, card, status, ofIntent, state) => {
      const { id, payment_intent_id } = await harness.session()
      mustOf(await harness.buy(id, card))
      const withdrawn = mustOf(await harness.expire(id))
      expect(withdrawn).toMatchObject({ status: 'open' })
      await expireSessions(harness.services)
      expect((await harness.current(id)).status).toBe('open')
      harness.clock.advance(31_000)
      await harness.repair()
      expect((await harness.current(id)).status).toBe(status)
      await expireSessions(harness.services)
      expect((await harness.read(payment_intent_id)).status).toBe(ofIntent)
      expect((await harness.page(id)).state).toBe(state)
    },
  )

  test.each(['at a terminal', 'over the API'])(
    'a session is complete at the moment when its intent is paid %s',
    async (where) => {
      const { id, payment_intent_id } = await harness.session()
      const intent = await harness.read(payment_intent_id)
      if (where === 'at a terminal') mustOf(await harness.pay(intent.id))
      else mustOf(await harness.payBy(intent.id, { payment_method_id: (await harness.token(intent)).id }))
      expect((await harness.current(id)).status).toBe('complete')
      expect(codeOf(await harness.expire(id))).toBe('state_conflict')
    },
  )

  test('a session is complete when it is only authorized, and when a bank debit is accepted', async () => {
    const held = await harness.session({ payment_intent_data: { amount: 1000, capture: false } })
    expect(mustOf(await harness.buy(held.id)).payment?.status).toBe('uncaptured')
    expect((await harness.current(held.id)).status).toBe('complete')
    const bank = {
      account_number: '000123456789',
      routing_number: '110000000',
      account_type: 'checking',
      account_holder: 'Ana Torres',
    }
    const drawn = await harness.session({ payment_method_types: ['bank'] })
    const collected = mustOf(
      await harness.call('checkout_pages.collect', {
        params: { id: drawn.id },
        body: { payment_method_type: 'bank', bank },
      }),
    )
    const page = mustOf(await harness.payOnPage(drawn.id, collected as never))
    expect(page).toMatchObject({ state: 'paid', payment: { status: 'pending', payment_method_type: 'bank' } })
    expect((await harness.current(drawn.id)).status).toBe('complete')
  })

  test('a cancelled intent ends its session, but a void after the payment leaves it complete', async () => {
    const one = await harness.session()
    mustOf(await harness.cancel(one.payment_intent_id))
    expect((await harness.current(one.id)).status).toBe('expired')
    expect(await harness.page(one.id)).toMatchObject({ state: 'cancelled', payment: null })
    const other = await harness.session()
    mustOf(await harness.buy(other.id, visa))
    mustOf(await harness.cancel(other.payment_intent_id))
    expect((await harness.current(other.id)).status).toBe('complete')
    expect(await harness.page(other.id)).toMatchObject({ state: 'cancelled', payment: { status: 'voided' } })
  })
})

/** Returns the session events that are committed from now on. */
function sessionEvents() {
  const seen: { readonly type: string; readonly object: object }[] = []
  const { store } = harness.services
  const { commit } = store
  store.commit = async (set) => {
    const done = await commit(set)
    for (const { type, object } of done.ok ? (set.events ?? []) : []) {
      if (type.startsWith('v2.checkout_session.')) seen.push({ type, object: object as object })
    }
    return done
  }
  return seen
}

describe('the events of a checkout session', () => {
  test('the events of a checkout session are written with the changes, and contain the session as the API shows it', async () => {
    const seen = sessionEvents()
    const { id } = await harness.session()
    mustOf(await harness.update(id, { discount_amount: 100 }))
    mustOf(await harness.buy(id))
    mustOf(await harness.expire((await harness.session()).id))
    const words = seen.map(({ type }) => type.replace('v2.checkout_session.', ''))
    expect(words).toEqual(['created', 'updated', 'completed', 'created', 'expired'])
    for (const { object } of seen) {
      expect(Object.keys(object).sort()).toEqual(Object.keys(checkoutSessionSchema.shape).sort())
    }
  })
})

describe('the end of a checkout session while the clock is doubted', () => {
  const doubt = 10 * 24 * hour
  /** The clock after a shop on SQLite was closed for ten days. */
  const doubtClock = () => harness.clock.verify(harness.clock.verified() - doubt, doubt)
  const after = (from: string, ms: number) => new Date(Date.parse(from) + ms).toISOString()

  test('a session that is created while the clock is doubted is dated by the wall clock everywhere', async () => {
    doubtClock()
    const session = await harness.session()
    const life = Date.parse(session.expires_at) - Date.parse(session.created_at)
    expect(Math.abs(life - 24 * hour)).toBeLessThan(hour)
    expect((await harness.current(session.id)).expires_at).toBe(session.expires_at)
    expect((await harness.page(session.id)).expires_at).toBe(session.expires_at)
    const list = mustOf(await harness.call('checkout_sessions.list')) as { data: { expires_at: string }[] }
    expect(list.data[0]?.expires_at).toBe(session.expires_at)
    harness.clock.advance(25 * hour)
    expect((await harness.page(session.id)).state).toBe('expired')
  })

  test('every event of a session has the same end as its API answers, including the event of its payment', async () => {
    doubtClock()
    const events = sessionEvents()
    const [paid, ended] = [await harness.session(), await harness.session()]
    mustOf(await harness.buy(paid.id))
    harness.clock.advance(25 * hour)
    await expireSessions(harness.services)
    expect(events.map(({ type }) => type.split('.')[2])).toEqual([
      'created',
      'created',
      'completed',
      'expired',
    ])
    const expected = new Map([paid, ended].map(({ id, expires_at }) => [id, expires_at]))
    for (const { object, type } of events) {
      const { id, expires_at } = object as CheckoutSession
      expect(expires_at, type).toBe(expected.get(id))
    }
  })

  test('an end that is set while the clock is doubted is stored in verified time, within the window', async () => {
    doubtClock()
    const { id, created_at } = await harness.session()
    const at = (ms: number) => ({ expires_at: after(created_at, ms) })
    expect(mustOf(await harness.update(id, at(2 * hour)))).toMatchObject(at(2 * hour))
    harness.clock.advance(hour)
    expect((await harness.current(id)).status).toBe('open')
    expect(codeOf(await harness.update(id, at(31 * 24 * hour)))).toBe('expires_at_invalid')
    expect(codeOf(await harness.update(id, at(29 * 24 * hour)))).toBe('ok')
    expect(mustOf(await harness.update(id, { expires_at: at(2 * hour).expires_at }))).toMatchObject({
      status: 'open',
      ...at(2 * hour),
    })
    harness.clock.advance(2 * hour)
    expect((await harness.current(id)).status).toBe('expired')
  })

  test('while the clock is doubted, a session expired by hand shows as cancelled, one that timed out as expired', async () => {
    doubtClock()
    const [byHand, byTime] = [await harness.session(), await harness.session()]
    mustOf(await harness.expire(byHand.id))
    expect((await harness.page(byHand.id)).state).toBe('cancelled')
    harness.clock.advance(25 * hour)
    await expireSessions(harness.services)
    expect((await harness.page(byHand.id)).state).toBe('cancelled')
    expect((await harness.page(byTime.id)).state).toBe('expired')
  })
})
