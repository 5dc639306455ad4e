import type { Row } from '../../../../../src-service/store/store.ts'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../../src-shared/api/schemas/payment-intent.ts'
import type { Counter } from '../terminals-harness.ts'

/**
 * Writes what the repair job writes when no inquiry finds the outcome: the payment is voided and the intent is open
 * again.
 */
export async function voidAsRepairDoes(
  { services, merchant }: Counter,
  intentId: string,
  failure_code = 'outcome_unknown_voided',
): Promise<void> {
  const { store } = services
  const intent = await store.get<PaymentIntent>('payment_intent', merchant.account_id, intentId)
  const id = intent?.document.latest_payment?.id ?? ''
  const payment = await store.get<Payment>('payment', merchant.account_id, id)
  if (intent === null || payment === null) throw new Error('nothing is being paid')
  const failed: Payment = { ...payment.document, status: 'failed', failure_code }
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
