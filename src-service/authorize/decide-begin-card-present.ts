import type { EntryMode, Payment, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../src-shared/money.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { ChipData } from '../../src-shared/terminal/messages.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import { newPayment, newSingleUseCard } from '../intents/documents.ts'
import { firstRow, inserted, insertOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { refuseAmountChange } from './amount-changed.ts'
import { binOf, cardSummary } from './card-brand.ts'
import { emvTagData } from './emv-tags.ts'
import { mayBePaid } from './may-be-paid.ts'
import { awaitingAuthorization, processingWrites } from './processing-writes.ts'

/** A card as read by the terminal, and the receipt data. */
export interface PresentedCard {
  /** The terminal's serial number. */
  readonly hsn: string
  readonly card: CardData
  readonly entryMode: EntryMode
  /** False for a typed card, which the card networks treat as not present. */
  readonly cardPresent: boolean
  readonly chip: ChipData | null
  readonly cardholderName: string | null
  readonly receiptData: ReceiptData
  /** Section 4.4, bin: whether to add what the first six digits identify to gateway_response. */
  readonly showBin?: boolean
}

export interface BeginPayment {
  readonly presented: PresentedCard
  /** The amount that the customer agreed to, in cents: no other amount is charged. */
  readonly agreedAmount: Cents
  readonly paymentId: string
  readonly paymentMethodId: string
  readonly sealedCard: VaultEntry
  readonly processor: string
}

/** Section 3.1: created → processing, with the card that a terminal has read. */
export function decideBeginCardPresent(
  intent: Row<PaymentIntent>,
  command: BeginPayment,
  { now, verified }: DecisionContext,
): DecisionResult<AttemptReply> {
  const refusal = mayBePaid(intent.document)
  if (!refusal.ok) return refusal
  const changed = refuseAmountChange(intent.document, command.agreedAmount)
  if (changed !== null) return err(changed)
  const payment = paymentOf(intent.document, command, { now, verified })
  const { account_id } = intent
  return ok(
    processingWrites(
      intent,
      payment,
      [
        ...(payment.payment_method === null
          ? []
          : [inserted('payment_method', account_id, payment.payment_method, now)]),
        insertOf('vault_entry', firstRow(account_id, command.paymentMethodId, command.sealedCard, now)),
      ],
      now,
    ),
  )
}

function paymentOf(
  intent: PaymentIntent,
  command: BeginPayment,
  { now, verified }: Pick<DecisionContext, 'now' | 'verified'>,
): Payment {
  const { presented, paymentMethodId: id } = command
  const created_at = isoTime(now)
  const name = presented.cardholderName ?? presented.card.name
  const billing_details = {
    ...(name === undefined ? {} : { name }),
    ...(presented.card.postal_code === undefined ? {} : { postal_code: presented.card.postal_code }),
  }
  const { card } = presented
  const emv_tag_data = emvTagData(presented.chip, presented.entryMode, card.number, card.pin !== undefined)
  const method: PaymentMethod = {
    ...newSingleUseCard({
      id,
      account_id: intent.account_id,
      payment_intent_id: intent.id,
      source_type: command.processor,
      card: cardSummary(presented.card),
      billing_details,
      created_at,
    }),
    status: 'used',
  }
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
        ...awaitingAuthorization(command.paymentId, verified),
        ...(presented.showBin === true ? { bin: binOf(card) } : {}),
      },
      terminal_details: {
        hsn: presented.hsn,
        entry_mode: presented.entryMode,
        signature: null,
        emv_tag_data,
        receipt_data: presented.receiptData,
      },
    },
  )
}
