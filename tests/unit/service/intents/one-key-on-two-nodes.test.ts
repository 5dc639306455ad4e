import { describe, expect, test } from 'vitest'
import { createRefund } from '../../../../src-service/refunds/create-refund.ts'
import type { IdempotencyClaim } from '../../../../src-service/store/store.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { onPostgres } from './on-postgres.ts'
import { codeOf, openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

/** At least one request is answered, and the others are refused while it runs. */
function expectOneToRun(answers: readonly Result<unknown, ServiceError>[]): void {
  expect(answers.some(({ ok }) => ok)).toBe(true)
  const refusals = answers.filter(({ ok }) => !ok).map(codeOf)
  expect(refusals.every((code) => code === 'idempotency_in_progress')).toBe(true)
}

/** The commit that begins a payment takes the key: until then the nodes do not know of each other's request. */
describe.each(['SQLite', 'PostgreSQL'] as const)('one key sent to two nodes at once, on %s', (engine) => {
  const open = async () => {
    const harness = await engines[engine]()
    const { id: customer_id } = await harness.customer()
    await harness.kept(customer_id)
    const { id } = await harness.intent({ capture: false })
    return { harness, another: harness.node(), customer_id, id }
  }
  const claimOf = ({ clock }: PaymentsHarness, fingerprint = 'body'): IdempotencyClaim => ({
    ...{ scope: 'one key', fingerprint, created_at: clock.verified() },
  })

  test('begins one payment, which a repeat returns', async () => {
    const { harness, another, customer_id, id } = await open()
    const pay = (node: PaymentsHarness, fingerprint?: string) =>
      node.call('payments.create', {
        params: { id },
        body: { customer_id },
        idempotency: claimOf(harness, fingerprint),
      })
    const answers = await Promise.all([pay(harness), pay(another), pay(harness), pay(another)])
    expectOneToRun(answers)
    expect(await harness.payments(id)).toHaveLength(1)
    expect((await pay(another)).ok).toBe(true)
    expect(codeOf(await pay(another, 'another body'))).toBe('idempotency_key_reused')
    expect(await harness.payments(id)).toHaveLength(1)
  })

  test('captures once, and a repeat returns the capture', async () => {
    const { harness, another, customer_id, id } = await open()
    await harness.payBy(id, { customer_id })
    let captures = 0
    for (const { processor, sandbox } of [harness, another]) {
      processor.capture = (...asked) => {
        captures += 1
        return sandbox.capture(...asked)
      }
    }
    const capture = (node: PaymentsHarness) =>
      node.call('payment_intents.capture', { params: { id }, idempotency: claimOf(harness) })
    const answers = await Promise.all([capture(harness), capture(another), capture(harness)])
    expectOneToRun(answers)
    expect((await capture(another)).ok).toBe(true)
    expect(captures).toBe(1)
    expect((await harness.read(id)).status).toBe('captured')
  })

  test('refunds a part once, even though as much again is left', async () => {
    const { harness, another, customer_id } = await open()
    const { id } = await harness.intent()
    await harness.payBy(id, { customer_id })
    const [paid] = await harness.payments(id)
    const refund = ({ services }: PaymentsHarness) =>
      createRefund(services, {
        accountId: harness.caller.accountId,
        paymentId: paid?.id ?? '',
        body: { amount: 100 },
        idempotency: claimOf(harness),
      })
    const answers = await Promise.all([refund(harness), refund(another), refund(harness), refund(another)])
    expectOneToRun(answers)
    expect((await refund(another)).ok).toBe(true)
    expect((await harness.read(id)).amount_refunded).toBe(100)
  })
})
