import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAsk } from './support/ask.ts'
import { createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a dispute that the sandbox makes is booked, even on a node whose clock is days behind the database', async () => {
  const { must, pay } = createReceiptHarness(createAsk(service))
  const { clock, processor, newId } = service.services
  const { latest_payment } = await pay()
  const { latest_payment: other } = await pay()
  const now = clock.now() + 3 * 24 * 3_600_000
  clock.verify(now)
  // Another node has made the bank report by now, and everything until then is read.
  await processor.addReport?.({
    ...{ id: newId('event'), reported_at: now, account_id: service.accountId },
    ...{ type: 'fee', payment_id: other.id, fee_type: 'RETRIEVAL', amount: 1 },
  })
  await must('sandbox.payments.dispute', {}, `/sandbox/payments/${other.id}/dispute`)
  const disputed = await must(
    'sandbox.payments.dispute',
    {},
    `/sandbox/payments/${latest_payment.id}/dispute`,
  )
  expect(disputed).toMatchObject({ disputed: true, amount_disputed: 1234 })
})
