import { describe, expect, test } from 'vitest'
import type { Row } from '../../../../../src-service/store/store.ts'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../../src-shared/api/schemas/payment-intent.ts'
import { type Counter, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

/** What the repair job writes when no inquiry tells the outcome: the payment was voided, the intent is open again. */
async function voidAsRepairDoes({ services, merchant }: Counter, intentId: string): Promise<void> {
  const { store } = services
  const intent = await store.get<PaymentIntent>('payment_intent', merchant.account_id, intentId)
  const id = intent?.document.latest_payment?.id ?? ''
  const payment = await store.get<Payment>('payment', merchant.account_id, id)
  if (intent === null || payment === null) throw new Error('nothing is being paid')
  const failed: Payment = { ...payment.document, status: 'failed', failure_code: 'outcome_unknown_voided' }
  const next = <Document>(row: Row<Document>, document: Document) => ({
    ...row,
    version: row.version + 1,
    document,
  })
  const open: PaymentIntent = { ...intent.document, status: 'created', latest_payment: failed }
  await store.commit({
    writes: [
      { op: 'update', kind: 'payment', row: next(payment, failed) },
      { op: 'update', kind: 'payment_intent', row: next(intent, open) },
    ],
  })
}

describe('an authorization that was voided because nobody could tell its outcome', () => {
  test('an authorization that was voided because its outcome stayed unknown is answered as voided, with the intent, which takes another card', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    counter.bank.hold()
    const intent = await counter.intent()
    const body = { hsn, payment_intent_id: intent }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await voidAsRepairDoes(counter, intent)
    counter.bank.release()
    const refusal = refusalOf(await running)
    expect(refusal).toMatchObject({
      code: 'authorization_voided',
      paymentIntent: { id: intent, status: 'created', latest_payment: { status: 'failed' } },
    })
    expect(refusal.message).toContain('not charged')
    const again = await counter.must('terminals.auth_card', body, { sessionKey })
    expect(again).toMatchObject({ status: 'captured' })
  })
})
