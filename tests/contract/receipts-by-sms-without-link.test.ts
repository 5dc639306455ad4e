import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAsk } from './support/ask.ts'
import { createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: ReturnType<typeof createAsk>
let harness: ReturnType<typeof createReceiptHarness>
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  harness = createReceiptHarness(ask)
})
afterAll(() => service.stop())

async function textSent(id: string, body: object = {}): Promise<string> {
  const path = `/payment_intents/${id}/receipt_sms`
  await harness.must('payment_intents.send_receipt_sms', { phone_number: '+15550100123', ...body }, path)
  const [newest] = (await harness.must('sandbox.outbox', undefined)).data
  if (newest?.kind !== 'sms') throw new Error('no text message was sent')
  return newest.text
}

test('without a public address a receipt by text message has no link, and states itself what was paid', async () => {
  const { id } = await harness.pay()
  const text = await textSent(id)
  expect(text).not.toMatch(/http|127\.0\.0\.1/)
  expect(text).toMatch(/your receipt for \$12\.34\. VISA \W+4242, \w+ \d+, 20\d\d$/i)
  expect(text.length).toBeLessThanOrEqual(160)
  expect(await textSent(id, { locale: 'fr' })).toMatch(/votre re[cç]u de 12,34/)
})

test('a receipt by text message without a link states refunds, and that a sale was voided', async () => {
  const refunded = await harness.pay()
  const refund = `/payments/${refunded.latest_payment.id}/refunds`
  await harness.must('refunds.create', { amount: 500 }, refund)
  expect(await textSent(refunded.id)).toMatch(/\$12\.34\..*CREDIT \$5\.00$/)
  const voided = await harness.pay({ capture: false })
  await harness.must('payment_intents.cancel', {}, `/payment_intents/${voided.id}/cancel`)
  expect(await textSent(voided.id)).toMatch(/VOIDED$/)
})
