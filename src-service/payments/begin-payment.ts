import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { EntryMode, Payment, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { ChipData } from '../../src-shared/terminal/messages.ts'
import { isoTime } from '../clock.ts'
import type { Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { type AttemptReply, changed, updateOf } from './attempt.ts'
import { cardSummary } from './card-brand.ts'
import { newPayment, newSingleUseCard } from './documents.ts'
import { emvTagData } from './emv-tags.ts'

/** A card as the terminal read it, and what the receipt will say. */
export interface PresentedCard {
  readonly card: CardData
  readonly entryMode: EntryMode
  /** False for a card typed by hand: the card networks call that card not present. */
  readonly cardPresent: boolean
  readonly chip: ChipData | null
  readonly cardholderName: string | null
  readonly receiptData: ReceiptData
}

export interface BeginPayment {
  readonly presented: PresentedCard
  /** What the customer agreed to, in cents: another amount is not charged. */
  readonly agreedAmount: Cents
  readonly paymentId: string
  readonly paymentMethodId: string
  readonly sealedCard: VaultEntry
  readonly processor: string
}

/**
 * Section 3.1: created → processing. The payment, its payment method and the sealed card are written before the
 * processor is asked, so that a crash leaves a payment to inquire about, never a charge nobody knows of.
 */
export function decideBeginPayment(
  intent: Row<PaymentIntent>,
  command: BeginPayment,
  { now }: DecisionContext,
): DecisionResult<AttemptReply> {
  const refusal = mayBePaid(intent.document)
  if (!refusal.ok) return refusal
  if (intent.document.amount !== command.agreedAmount) {
    return err(amountChanged(intent.document, command.agreedAmount))
  }
  const payment = paymentOf(intent.document, command, now)
  const next = changed(intent, { status: 'processing', latest_payment: payment }, now)
  const account_id = intent.account_id
  const insert = (
    kind: 'payment' | 'payment_method' | 'vault_entry',
    id: string,
    document: unknown,
  ): Write => ({
    op: 'insert',
    kind,
    row: { account_id, id, version: 1, created_at: now, updated_at: now, document },
  })
  return ok({
    writes: [
      updateOf('payment_intent', next),
      insert('payment', payment.id, payment),
      insert('payment_method', command.paymentMethodId, payment.payment_method),
      insert('vault_entry', command.paymentMethodId, command.sealedCard),
    ],
    events: [
      { account_id, type: 'v2.payment.processing', object: payment },
      { account_id, type: 'v2.payment_intent.processing', object: next.document },
    ],
    reply: { intent: next.document, payment },
  })
}

/** One success per intent, ever: only an intent that nothing was charged on, or is being charged on, may be paid. */
export function mayBePaid(intent: PaymentIntent): Result<void, ServiceError> {
  if (intent.status !== 'created') {
    return err(
      serviceError(
        'state_conflict',
        `Payment intent ${intent.id} is ${intent.status}; only an intent in status created can be paid. ` +
          (intent.status === 'processing'
            ? 'Fetch it until its outcome is known; do not charge again on a guess.'
            : 'Create a new intent for another charge.'),
        { param: 'payment_intent_id' },
      ),
    )
  }
  if (!intent.payment_method_types.includes('card')) {
    return err(
      serviceError(
        'parameter_invalid',
        `Payment intent ${intent.id} does not take cards: its payment_method_types are ${intent.payment_method_types.join(', ')}.`,
        { param: 'payment_intent_id' },
      ),
    )
  }
  if (intent.amount === 0) {
    return err(
      serviceError(
        'parameter_invalid',
        `Payment intent ${intent.id} is over 0 cents; there is nothing to charge. Change its amount first.`,
        { param: 'payment_intent_id' },
      ),
    )
  }
  return ok(undefined)
}

const amountChanged = (intent: PaymentIntent, agreed: Cents): ServiceError =>
  serviceError(
    'state_conflict',
    `The amount of payment intent ${intent.id} was changed from ${agreed} to ${intent.amount} cents while the customer was asked for the card. Nothing was charged; ask again.`,
    { param: 'payment_intent_id' },
  )

function paymentOf(intent: PaymentIntent, command: BeginPayment, now: number): Payment {
  const { presented, paymentMethodId: id } = command
  const created_at = isoTime(now)
  const name = presented.cardholderName ?? presented.card.name
  const billing_details = {
    ...(name === undefined ? {} : { name }),
    ...(presented.card.postal_code === undefined ? {} : { postal_code: presented.card.postal_code }),
  }
  const emv_tag_data = emvTagData(presented.chip, presented.entryMode, presented.card.number)
  const method = newSingleUseCard({
    id,
    account_id: intent.account_id,
    payment_intent_id: intent.id,
    source_type: command.processor,
    card: cardSummary(presented.card),
    billing_details,
    created_at,
  })
  return newPayment(
    {
      id: command.paymentId,
      amount: intent.amount,
      currency: intent.currency,
      payment_intent_id: intent.id,
      payment_method_id: id,
      account_id: intent.account_id,
      payment_method: method,
      payment_provider_type: command.processor,
      created_at,
    },
    {
      billing_details,
      entry_mode: presented.entryMode,
      card_present: presented.cardPresent,
      emv_tag_data,
      customer_id: intent.customer_id,
      reference_id: intent.reference_id,
      order_details: intent.order_details,
      description: intent.description,
      gateway_response: {
        pending_operation: { operation: 'authorize', since: created_at, void_attempts: 0 },
      },
      terminal_details: {
        entry_mode: presented.entryMode,
        signature: null,
        emv_tag_data,
        receipt_data: presented.receiptData,
      },
    },
  )
}
