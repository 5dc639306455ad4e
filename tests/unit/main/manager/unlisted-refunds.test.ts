import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { partGivenBack } from '../../../../src-shared/pos/refusals.ts'
import { must } from '../../../support/must.ts'
import { type Fate, hsn, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

// The list of a payment's refunds is not in the specification: another service may not have it.

let service: TestService
let payment: Payment
beforeEach(async () => {
  service = await startTestService()
  onTestFinished(() => service.stop())
  await service.plug({ hsn })
  payment = await pay(service, 5000)
})

const withoutList =
  (refund: Fate) =>
  (request: string): Fate => {
    if (/GET .*\/refunds\b/.test(request)) return 'unknown'
    return /POST .*\/refunds$/.test(request) ? refund : 'answered'
  }

async function open(refund: Fate, options: Parameters<typeof startManagerHarness>[1] = {}) {
  const harness = await startManagerHarness(service, {
    fate: withoutList(refund),
    pauseMs: () => 20,
    ...options,
  })
  onTestFinished(() => harness.stop())
  return harness
}

/** Requests a refund, and stops the app before its outcome is known. @returns the journal */
async function refundWithoutAnswer(fate: Fate): Promise<string> {
  const harness = await open(fate)
  const { payment_intent_id: intent_id, id: payment_id } = payment
  await must(harness.act({ kind: 'refund', intent_id, payment_id, amount: 700 }))
  await harness.stop()
  return harness.journal
}

test('a refund whose answer was lost an hour ago is not reported as not made', async () => {
  const journal = await refundWithoutAnswer('lost')
  const harness = await open('answered', { journal, serviceAheadMs: 51 * 60_000 })
  const ended = await harness.end(harness.status().actions[0]?.id ?? '')
  expect(ended).toMatchObject({ state: 'unresolved', detail: expect.stringContaining('More of the payment') })
})

test('a refund that never arrived, before another one of the payment, is refused and shows why', async () => {
  const journal = await refundWithoutAnswer('never_arrives')
  await must(service.client.call('refunds.create', { params: { id: payment.id }, body: { amount: 700 } }))
  const harness = await open('answered', { journal })
  const ended = await harness.end(harness.status().actions[0]?.id ?? '')
  expect(ended).toMatchObject({ state: 'refused', detail: partGivenBack })
})
