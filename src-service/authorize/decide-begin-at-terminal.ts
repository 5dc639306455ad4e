import type { ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import { newPayment } from '../intents/documents.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { refuseAmountChange } from './amount-changed.ts'
import { mayBePaid } from './may-be-paid.ts'
import { awaitingAuthorization, processingWrites } from './processing-writes.ts'

export interface BeginAtTerminal {
  readonly hsn: string
  /** The amount shown to the customer, in cents: no other amount is charged. */
  readonly agreedAmount: Cents
  readonly receiptData: ReceiptData
  /** Section 4.4, bin. */
  readonly showBin: boolean
  readonly paymentId: string
  readonly processor: string
}

/**
 * Section 3.1: created → processing, before the customer is asked for a card, because a terminal that authorizes by
 * itself may charge it from then on. The answer identifies the card (terminal-card.ts).
 */
export function decideBeginAtTerminal(
  intent: Row<PaymentIntent>,
  command: BeginAtTerminal,
  { now, verified }: DecisionContext,
): DecisionResult<AttemptReply> {
  const { document } = intent
  const refusal = mayBePaid(document)
  if (!refusal.ok) return refusal
  const changed = refuseAmountChange(document, command.agreedAmount)
  if (changed !== null) return err(changed)
  const { hsn, receiptData: receipt_data, showBin: show_bin, paymentId: id } = command
  const payment = newPayment(
    {
      id,
      amount: document.amount,
      currency: document.currency,
      payment_intent_id: document.id,
      payment_method_id: null,
      account_id: document.account_id,
      payment_method: null,
      payment_provider_type: command.processor,
      created_at: isoTime(now),
    },
    {
      card_present: true,
      customer_id: document.customer_id,
      reference_id: document.reference_id,
      order_details: document.order_details,
      description: document.description,
      gateway_response: { hsn, ...awaitingAuthorization(id, verified, { receipt_data, show_bin }) },
    },
  )
  return ok(processingWrites(intent, payment, [], now))
}
