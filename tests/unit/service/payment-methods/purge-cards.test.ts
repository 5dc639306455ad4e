import { describe, expect, test } from 'vitest'
import { unusedLifeMs } from '../../../../src-service/payment-methods/method-now.ts'
import {
  purgeCards,
  startPurgingCards,
  unattachedLifeMs,
} from '../../../../src-service/payment-methods/purge-cards.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const vaulted = async (harness: PaymentsHarness, id: string) =>
  (await harness.services.store.get('vault_entry', harness.caller.accountId, id)) !== null
const read = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('payment_methods.get', { params: { id } })) as PaymentMethod
const stored = async (harness: PaymentsHarness, id: string) =>
  (await harness.services.store.get<PaymentMethod>('payment_method', harness.caller.accountId, id))?.document
const attach = (harness: PaymentsHarness, id: string, customer_id: string) =>
  harness.call('payment_methods.attach', { params: { id }, body: { customer_id } })
/** A card that expires within two months. */
const soonOver = ({ clock }: PaymentsHarness) => {
  const date = new Date(clock.now() + 32 * 86_400_000)
  const exp_month = String(date.getUTCMonth() + 1).padStart(2, '0')
  return { exp_month, exp_year: String(date.getUTCFullYear()) }
}
const twoMonths = 65 * 86_400_000

describe('cards that are not stored permanently', () => {
  test('a token that is not used within a day is removed from the vault, and its method shows that it expired', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.token(await harness.intent(), {})
    harness.clock.advance(unusedLifeMs - 1000)
    expect(await purgeCards(harness.services)).toBe(0)
    expect(await vaulted(harness, id)).toBe(true)
    expect(await read(harness, id)).toMatchObject({ status: 'active', card: { reuse_eligible: true } })
    harness.clock.advance(1000)
    expect(await purgeCards(harness.services)).toBe(1)
    expect(await vaulted(harness, id)).toBe(false)
    expect(await stored(harness, id)).toMatchObject({ status: 'expired', card: { reuse_eligible: false } })
    expect(await purgeCards(harness.services)).toBe(0)
  })

  test('a token counts as expired at its time, before it is purged', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const { id } = await harness.token(await harness.intent(), {})
    harness.clock.advance(unusedLifeMs)
    expect(await read(harness, id)).toMatchObject({ status: 'expired', card: { reuse_eligible: false } })
    expect(await stored(harness, id)).toMatchObject({ status: 'active' })
    const intent = await harness.intent()
    expect(codeOf(await harness.payBy(intent.id, { payment_method_id: id }))).toBe('state_conflict')
    expect(codeOf(await attach(harness, id, customer_id))).toBe('state_conflict')
    expect(await harness.read(intent.id)).toMatchObject({ status: 'created', latest_payment: null })
  })

  test('new details do not extend the life of a token', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.token(await harness.intent(), {})
    harness.clock.advance(unusedLifeMs - 1000)
    const body = { billing_details: { name: 'Ana Torres' } }
    mustOf(await harness.call('payment_methods.update', { params: { id }, body }))
    harness.clock.advance(1000)
    expect(await purgeCards(harness.services)).toBe(1)
  })

  test('setting the clock ahead expires no token', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.token(await harness.intent(), {})
    const { clock } = harness.services
    const ahead = { ...harness.services, clock: { ...clock, now: () => clock.now() + unattachedLifeMs } }
    expect(await purgeCards(ahead)).toBe(0)
    expect(await read(harness, id)).toMatchObject({ status: 'active' })
  })

  test('tokens are purged by passes that the service schedules itself', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.token(await harness.intent(), {})
    const stop = startPurgingCards(harness.services)
    try {
      harness.clock.advance(unusedLifeMs - 1000)
      // Each pass begins an hour after the end of the previous one.
      const hours = async () => {
        harness.clock.advance(3_600_000)
        return vaulted(harness, id)
      }
      await expect.poll(hours).toBe(false)
    } finally {
      await stop()
    }
  })

  test('the whole vault is checked every day, even when the wall clock is changed', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent()
    const { id } = await harness.token(intent, {})
    mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
    const setBack = { ...harness.clock, now: () => 0 }
    const stop = startPurgingCards({ ...harness.services, clock: setBack })
    try {
      harness.clock.advance(unattachedLifeMs)
      const hours = async () => {
        harness.clock.advance(3_600_000)
        return vaulted(harness, id)
      }
      await expect.poll(hours).toBe(false)
    } finally {
      await stop()
    }
  })

  test('a card that paid once is removed from the vault after 30 days, and its method stays unchanged', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent()
    const { id } = await harness.token(intent, {})
    mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
    const before = await read(harness, id)
    harness.clock.advance(unattachedLifeMs - 1000)
    expect(await purgeCards(harness.services)).toBe(0)
    harness.clock.advance(1000)
    expect(await purgeCards(harness.services)).toBe(1)
    expect(await vaulted(harness, id)).toBe(false)
    expect({ ...(await read(harness, id)), updated_at: before.updated_at }).toEqual(before)
  })

  test("a customer's card is not purged", async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.kept((await harness.customer()).id)
    harness.clock.advance(unattachedLifeMs)
    expect(await purgeCards(harness.services)).toBe(0)
    expect(await vaulted(harness, id)).toBe(true)
  })

  test('a card that is attached at the moment of the purge is not purged', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const { id } = await harness.token(await harness.intent(), {})
    harness.clock.advance(unusedLifeMs - 1000)
    const { store, clock } = harness.services
    const racing = {
      ...harness.services,
      clock: { ...clock, verified: () => clock.verified() + 1000 },
      store: {
        ...store,
        async commit(set: Parameters<typeof store.commit>[0]) {
          mustOf(await attach(harness, id, customer_id))
          return store.commit(set)
        },
      },
    }
    expect(await purgeCards(racing)).toBe(0)
    expect(await vaulted(harness, id)).toBe(true)
  })

  test("a customer's card requires attention once it has expired, and no longer after it gets a new date", async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const { id } = await harness.kept(customer_id, soonOver(harness))
    expect(await read(harness, id)).toMatchObject({
      attention_required: null,
      card: { reuse_eligible: true },
    })
    harness.clock.advance(twoMonths)
    const over = { status: 'active', attention_required: 'card_expired', card: { reuse_eligible: false } }
    expect(await read(harness, id)).toMatchObject(over)
    const listed = await harness.call('customers.list_payment_methods', {
      params: { id: customer_id },
      query: { limit: 10 },
    })
    expect(mustOf(listed)).toMatchObject({ data: [over] })
    expect(await stored(harness, id)).toMatchObject({ attention_required: null })
    expect(await purgeCards(harness.services)).toBe(0)
    const marked = await stored(harness, id)
    expect(marked).toMatchObject(over)
    expect(await purgeCards(harness.services)).toBe(0)
    expect(await stored(harness, id)).toEqual(marked)
    const body = { card: { exp_year: '2052' } }
    expect(mustOf(await harness.call('payment_methods.update', { params: { id }, body }))).toMatchObject({
      attention_required: null,
      card: { reuse_eligible: true },
    })
  })

  test('tokens and cards expire on PostgreSQL as they do on SQLite', async () => {
    const harness = await onPostgres()
    const { id: customer_id } = await harness.customer()
    const { id: kept } = await harness.kept(customer_id, soonOver(harness))
    const { id: token } = await harness.token(await harness.intent(), {})
    harness.clock.advance(twoMonths)
    expect(await read(harness, token)).toMatchObject({ status: 'expired' })
    expect(codeOf(await attach(harness, token, customer_id))).toBe('state_conflict')
    expect(await purgeCards(harness.services)).toBe(1)
    expect([await vaulted(harness, token), await vaulted(harness, kept)]).toEqual([false, true])
    expect(await stored(harness, token)).toMatchObject({ status: 'expired' })
    expect(await stored(harness, kept)).toMatchObject({ attention_required: 'card_expired' })
  })
})
