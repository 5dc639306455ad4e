import { describe, expect, test } from 'vitest'
import { takeAccountUpdate } from '../../../../src-service/payment-methods/account-updater.ts'
import type { AccountUpdate } from '../../../../src-shared/api/schemas/account-update.ts'
import type { Customer } from '../../../../src-shared/api/schemas/customer.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const successor = '5555555555554444'
const declined = '4000000000000002'

/** A stored card of a customer who is enrolled with the card account updater. */
async function openKept(card: object = {}, open = openPaymentsHarness) {
  const harness = await open()
  const customer = await harness.customer({ cau_enrolled: true })
  const method = await harness.kept(customer.id, card)
  const update = (answer: AccountUpdate, id = method.id) =>
    takeAccountUpdate(harness.services, harness.caller, id, answer)
  const pay = async () => {
    const paid = await harness.payBy((await harness.intent()).id, { payment_method_id: method.id })
    return mustOf(paid).latest_payment?.status
  }
  return { harness, customer, method, update, pay }
}

const read = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('payment_methods.get', { params: { id } })) as PaymentMethod

describe('the card account updater', () => {
  test("the card account updater's new expiry date is used by the next payment", async () => {
    const { harness, method, update } = await openKept()
    const updated = mustOf(await update({ outcome: 'new_expiry', exp_month: '03', exp_year: '2051' }))
    expect(updated).toMatchObject({
      id: method.id,
      attention_required: null,
      card: { exp_month: '03', exp_year: '2051', last_four_digits: '1111', reuse_eligible: true },
    })
    const sources: unknown[] = []
    harness.processor.authorize = (request) => {
      sources.push(request.source)
      return harness.sandbox.authorize(request)
    }
    mustOf(await harness.payBy((await harness.intent()).id, { payment_method_id: method.id }))
    expect(sources).toMatchObject([{ check: { exp_month: '03', exp_year: '2051' } }])
  })

  test('the card account updater replaces a card by another one, and only the new one is charged', async () => {
    const { harness, method, update, pay } = await openKept({ number: declined })
    expect(await pay()).toBe('failed')
    const answer = { outcome: 'new_number', number: successor, exp_month: '03', exp_year: '2051' } as const
    const updated = mustOf(await update(answer))
    expect(updated).toMatchObject({
      card: { brand: 'Mastercard', first_six_digits: '555555', last_four_digits: '4444' },
      attention_required: null,
    })
    expect(JSON.stringify(updated)).not.toContain(successor)
    expect(await pay()).toBe('captured')
    const entry = await harness.services.store.get('vault_entry', harness.caller.accountId, method.id)
    expect(JSON.stringify(entry)).not.toContain(successor)
  })

  test('a repeated answer of the card account updater changes nothing more', async () => {
    const { update } = await openKept()
    for (const answer of [
      { outcome: 'new_expiry', exp_month: '03', exp_year: '2051' },
      { outcome: 'new_number', number: successor, exp_month: '03', exp_year: '2052' },
      { outcome: 'contact_cardholder' },
      { outcome: 'closed_account' },
    ] as const) {
      const first = mustOf(await update(answer))
      expect(mustOf(await update(answer))).toEqual(first)
    }
  })

  test('the card account updater can ask to contact the cardholder, which is shown until the card has a new date', async () => {
    const { harness, method, update, pay } = await openKept()
    const asked = mustOf(await update({ outcome: 'contact_cardholder' }))
    expect(asked).toMatchObject({ status: 'active', attention_required: 'contact_cardholder' })
    expect(await pay()).toBe('captured')
    const changed = await harness.call('payment_methods.update', {
      params: { id: method.id },
      body: { card: { exp_year: '2052' } },
    })
    expect(mustOf(changed)).toMatchObject({ attention_required: null, card: { reuse_eligible: true } })
  })

  test('after the card account updater reports a closed account, the card cannot pay and is no default method', async () => {
    const { harness, customer, method, update } = await openKept()
    expect(mustOf(await update({ outcome: 'closed_account' }))).toMatchObject({
      status: 'disabled',
      attention_required: 'account_closed',
      customer_id: customer.id,
      card: { reuse_eligible: false },
    })
    expect(await read(harness, method.id)).toMatchObject({ status: 'disabled' })
    expect(await harness.services.store.get('vault_entry', harness.caller.accountId, method.id)).toBe(null)
    const { id } = await harness.intent()
    expect(codeOf(await harness.payBy(id, { payment_method_id: method.id }))).toBe('state_conflict')
    const found = await harness.call('customers.get', { params: { id: customer.id } })
    expect((mustOf(found) as Customer).default_payment_method).toBe(null)
    const again = await harness.call('customers.update', {
      params: { id: customer.id },
      body: { default_payment_method: method.id },
    })
    expect(again).toMatchObject({ error: { code: 'state_conflict', param: 'default_payment_method' } })
    expect(codeOf(await update({ outcome: 'contact_cardholder' }))).toBe('state_conflict')
  })

  test('an answer of the card account updater is refused for a card that it is disabled for', async () => {
    const { harness, method, update } = await openKept()
    mustOf(await harness.call('payment_methods.disable_account_updater', { params: { id: method.id } }))
    const before = await read(harness, method.id)
    for (const outcome of ['contact_cardholder', 'closed_account'] as const) {
      expect(codeOf(await update({ outcome }))).toBe('state_conflict')
    }
    expect(await read(harness, method.id)).toEqual(before)
  })

  test('an answer of the card account updater is accepted only for cards of enrolled customers', async () => {
    const { harness, update } = await openKept()
    const stranger = await harness.kept((await harness.customer()).id)
    const loose = await harness.token(await harness.intent())
    for (const { id } of [stranger, loose]) {
      expect(codeOf(await update({ outcome: 'contact_cardholder' }, id))).toBe('state_conflict')
    }
    expect(codeOf(await update({ outcome: 'contact_cardholder' }, 'pm_none'))).toBe('resource_missing')
  })

  test.each([
    [
      { outcome: 'new_number', number: '5555555555554445', exp_month: '03', exp_year: '2051' },
      'update.number',
    ],
    [{ outcome: 'new_number', number: successor, exp_month: '03', exp_year: '2001' }, 'update.exp_year'],
    [{ outcome: 'new_expiry', exp_month: '03', exp_year: '2001' }, 'update.exp_year'],
  ] as const)(
    'an answer of the card account updater with an invalid card is refused: %o',
    async (answer, param) => {
      const { update } = await openKept()
      expect(await update(answer)).toMatchObject({ error: { code: 'parameter_invalid', param } })
    },
  )

  test.each([
    ['SQLite', openPaymentsHarness],
    ['PostgreSQL', onPostgres],
  ] as const)(
    'an answer of the card account updater overwrites no change made at the same moment on %s',
    async (_, open) => {
      const { harness, method, update } = await openKept({}, open)
      const [changed, updated] = await Promise.all([
        harness.call('payment_methods.update', {
          params: { id: method.id },
          body: { billing_details: { name: 'Ana Torres' } },
        }),
        update({ outcome: 'new_number', number: successor, exp_month: '03', exp_year: '2051' }),
      ])
      mustOf(changed)
      mustOf(updated)
      expect(await read(harness, method.id)).toMatchObject({
        billing_details: { name: 'Ana Torres' },
        card: { last_four_digits: '4444' },
      })
    },
  )
})
