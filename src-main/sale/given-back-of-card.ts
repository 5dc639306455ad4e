import type { Cents } from '../../src-shared/money.ts'
import { givenBackOf } from '../../src-shared/payments/refundable.ts'
import type { CardTender } from '../../src-shared/pos/bill/bill.ts'
import { chargedIn } from '../../src-shared/pos/sale/charged.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { isRefundUnanswered } from './refund-answers.ts'

/**
 * All that went back of a card's payment, in cents. An intent that was captured and is now cancelled or failed was
 * voided. Null while it is unknown: the service does not answer, or the bank is still being asked.
 */
export async function givenBackOfCard(
  client: ClientSource,
  { sale, payment }: CardTender,
): Promise<Cents | null> {
  const found = await callService(client, 'payment_intents.get', { params: { id: sale.intent_id ?? '' } })
  if (!found.ok) return null
  const unanswered = await isRefundUnanswered(client, found.value.latest_payment)
  if (!unanswered.ok || unanswered.value) return null
  const { status } = found.value
  if (status === 'captured') return Math.min(givenBackOf(found.value), chargedIn(payment))
  return status === 'cancelled' || status === 'failed' ? chargedIn(payment) : null
}
