import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Attempt } from '../intents/attempt.ts'
import { newSingleUseCard } from '../intents/documents.ts'
import { pendingOperationOf } from '../intents/pending-operation.ts'
import type { TerminalCard } from '../processor/decision.ts'
import { referenceOf } from '../processor/order-id.ts'
import { inserted } from '../store/row-writes.ts'
import type { Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext } from '../use-case.ts'

/**
 * Returns the attempt with its card, which becomes known only later: a terminal that authorizes by itself reports it
 * with its answer, or the processor does in an inquiry.
 */
export function withTerminalCard(
  attempt: Attempt,
  card: TerminalCard,
  { now, newId }: DecisionContext,
): { readonly attempt: Attempt; readonly writes: readonly Write[] } {
  const payment = attempt.payment.document
  const pending = pendingOperationOf(payment)
  const terminal = pending?.operation === 'authorize' ? pending.terminal : undefined
  if (terminal === undefined) return { attempt, writes: [] }
  const { hsn } = referenceOf(payment)
  const { entry_mode, emv_tag_data, name, summary } = card
  const billing_details = name === null ? {} : { name }
  const method = {
    ...newSingleUseCard({
      id: newId('payment_method'),
      account_id: payment.account_id,
      payment_intent_id: payment.payment_intent_id,
      source_type: payment.payment_provider_type,
      card: summary,
      billing_details,
      created_at: isoTime(now),
    }),
    status: 'used',
  }
  const { first_six_digits, brand, funding } = summary
  const document: Payment = {
    ...payment,
    payment_method_id: method.id,
    payment_method: method,
    billing_details,
    entry_mode,
    emv_tag_data,
    terminal_details: {
      ...(hsn === null ? {} : { hsn }),
      entry_mode,
      signature: null,
      emv_tag_data,
      receipt_data: { ...terminal.receipt_data, name_on_card: name ?? '' },
    },
    gateway_response: {
      ...payment.gateway_response,
      ...(terminal.show_bin ? { bin: { first_six_digits, brand, funding } } : {}),
    },
  }
  return {
    attempt: { ...attempt, payment: { ...attempt.payment, document } },
    writes: [inserted('payment_method', payment.account_id, method, now)],
  }
}
