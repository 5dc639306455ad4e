import { describe, expect, test } from 'vitest'
import { purgeCards, unattachedLifeMs } from '../../../../src-service/payment-methods/purge-cards.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const vaulted = async (harness: PaymentsHarness, id: string) =>
  (await harness.services.store.get('vault_entry', harness.caller.accountId, id)) !== null
const read = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('payment_methods.get', { params: { id } })) as PaymentMethod

describe('cards that nobody keeps', () => {
  test('a card that was not used within 30 days leaves the vault, and its method says that it expired', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.token(await harness.intent(), {})
    harness.clock.advance(unattachedLifeMs - 1000)
    expect(await purgeCards(harness.services)).toBe(0)
    expect(await vaulted(harness, id)).toBe(true)
    harness.clock.advance(1000)
    expect(await purgeCards(harness.services)).toBe(1)
    expect(await vaulted(harness, id)).toBe(false)
    expect(await read(harness, id)).toMatchObject({ status: 'expired', card: { reuse_eligible: false } })
    const intent = await harness.intent()
    expect(codeOf(await harness.payBy(intent.id, { payment_method_id: id }))).toBe('state_conflict')
    expect(await purgeCards(harness.services)).toBe(0)
  })

  test('a card that paid once leaves the vault 30 days after, and its method stays as it is', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent()
    const { id } = await harness.token(intent, {})
    mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
    const before = await read(harness, id)
    harness.clock.advance(unattachedLifeMs)
    expect(await purgeCards(harness.services)).toBe(1)
    expect(await vaulted(harness, id)).toBe(false)
    expect({ ...(await read(harness, id)), updated_at: before.updated_at }).toEqual(before)
  })

  test("a customer's card stays, and one that was changed lately", async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const attached = await harness.kept(customer_id)
    const changed = await harness.token(await harness.intent(), {})
    harness.clock.advance(unattachedLifeMs)
    mustOf(
      await harness.call('payment_methods.update', {
        params: { id: changed.id },
        body: { billing_details: { name: 'Ana Torres' } },
      }),
    )
    expect(await purgeCards(harness.services)).toBe(0)
    for (const { id } of [attached, changed]) expect(await vaulted(harness, id)).toBe(true)
  })

  test('a card that is attached at the moment of the purge stays', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const { id } = await harness.token(await harness.intent(), {})
    harness.clock.advance(unattachedLifeMs)
    const { store } = harness.services
    const racing = {
      ...harness.services,
      store: {
        ...store,
        async commit(set: Parameters<typeof store.commit>[0]) {
          mustOf(await harness.call('payment_methods.attach', { params: { id }, body: { customer_id } }))
          return store.commit(set)
        },
      },
    }
    expect(await purgeCards(racing)).toBe(0)
    expect(await vaulted(harness, id)).toBe(true)
  })
})
