import type { Payment } from '../../api/schemas/payment.ts'
import type { PaymentIntent } from '../../api/schemas/payment-intent.ts'
import type { Cents } from '../../money.ts'
import { isTap } from '../../payments/entry-mode.ts'
import { givenBackOf } from '../../payments/refundable.ts'
import { chipTags } from '../../receipt/receipt.ts'
import { chargedAmount } from '../../receipt/receipt-outcome.ts'
import { assertNever } from '../../result.ts'
import type { PaymentSummary } from './sale.ts'
import type { PaymentFound } from './sale-events.ts'

/**
 * What an intent and its payments show about one attempt. Only successful payments count, whatever the number of
 * attempts; `failedBefore` has the known failed payments of earlier attempts.
 */
export function paymentFound(
  intent: PaymentIntent,
  payments: readonly Payment[],
  failedBefore: readonly string[],
  signaturePad: boolean,
): PaymentFound {
  const found = payments.filter(sentToBank).map((payment) => foundIn(payment, signaturePad))
  const paid = found.find(({ kind }) => kind === 'paid')
  if (paid !== undefined) return paid
  // Its intent remains captured.
  const returned = found.find((one) => one.kind === 'voided' && one.returned !== undefined)
  if (returned !== undefined) return returned
  const unsettled = found.some(({ kind }) => kind === 'processing')
  // The intent is paid but none of the listed payments is, so the list is outdated: look again.
  if (unsettled || !['created', 'cancelled', 'failed'].includes(intent.status)) return { kind: 'processing' }
  const open = intent.status === 'created'
  if (found.some(({ kind }) => kind === 'voided')) return { kind: 'voided', open }
  const earlier = earlierPayments(payments, failedBefore)
  const declined = found.find((one) => one.kind === 'declined' && !earlier.includes(one.payment_id))
  return declined ?? { kind: 'absent', open }
}

/**
 * The known failed payments, and all payments before one of them. Within an attempt the bank may decline a card to ask
 * for its chip or PIN, and the attempt names only its last payment.
 */
function earlierPayments(payments: readonly Payment[], failedBefore: readonly string[]): readonly string[] {
  const begun = ({ created_at }: Payment): number => Date.parse(created_at)
  const last = Math.max(...payments.filter(({ id }) => failedBefore.includes(id)).map(begun))
  return [...failedBefore, ...payments.filter((payment) => begun(payment) <= last).map(({ id }) => id)]
}

/** A terminal that authorizes by itself ended without a card: no bank declined; the refusal has the reason. */
const sentToBank = ({ status, failure_code }: Payment): boolean =>
  status !== 'failed' || failure_code !== 'not_sent'

/**
 * What one payment shows by itself, if the bank has answered every refund of it (see `foundInAnswer`). `pending` and
 * `processing` mean unknown, never success.
 */
export function foundIn(payment: Payment, signaturePad: boolean): PaymentFound {
  switch (payment.status) {
    case 'captured':
      if (isGivenBack(payment)) return { kind: 'voided', open: false, returned: payment.amount_captured }
      return {
        kind: 'paid',
        payment: summaryOf(payment, givenBackOf(payment)),
        sign: wantsSignature(payment) && !signaturePad,
      }
    case 'uncaptured':
      return { kind: 'paid', payment: summaryOf(payment, 0), sign: wantsSignature(payment) && !signaturePad }
    case 'failed':
    case 'rejected':
      return { kind: 'declined', payment_id: payment.id, decline: declineOf(payment) }
    case 'processing':
    case 'pending':
      return { kind: 'processing' }
    case 'cancelled':
    case 'voided':
      return { kind: 'voided', open: false }
    default:
      return assertNever(payment.status)
  }
}

/**
 * What the answer to a request proves about its payment. A repeated request returns the current payment, whose refunds
 * the bank may still refuse: a look-up finds that out.
 */
export const foundInAnswer = (payment: Payment, signaturePad: boolean): PaymentFound =>
  payment.amount_refunded > 0 ? { kind: 'processing' } : foundIn(payment, signaturePad)

/** Whether it was captured and the shop has nothing of it left. */
const isGivenBack = (payment: Payment): boolean => {
  const returned = givenBackOf(payment)
  return returned > 0 && returned >= payment.amount_captured
}

/** @param returned what the customer got back of it, in cents */
const summaryOf = (payment: Payment, returned: Cents): PaymentSummary => ({
  payment_id: payment.id,
  status: payment.status,
  amount: chargedAmount(payment) - returned,
  ...(returned > 0 && { returned }),
  brand: payment.payment_method?.card?.brand ?? '',
  last_four: payment.payment_method?.card?.last_four_digits ?? '',
  entry_mode: payment.entry_mode,
  auth_code: payment.auth_code ?? '',
})

const declineOf = (payment: Payment) => ({
  category: payment.decline_category ?? payment.failure_code ?? '',
  message: payment.failure_message ?? payment.decline_category_text ?? '',
  brand: payment.payment_method?.card?.brand ?? '',
  last_four: payment.payment_method?.card?.last_four_digits ?? '',
})

/** No signature after a PIN or a tap, and no second one. */
function wantsSignature(payment: Payment): boolean {
  const signed = (payment.signature ?? payment.terminal_details?.signature ?? null) !== null
  return !isTap(payment.entry_mode) && !signed && !chipTags(payment.emv_tag_data).PIN
}
