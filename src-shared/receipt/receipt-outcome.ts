import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'
import { givenBackOf } from '../payments/refundable.ts'
import { takenByBank } from '../payments/taken-by-bank.ts'
import { assertNever } from '../result.ts'

/**
 * What may be given to a customer about a payment, and under which title: on the terminal's paper, by e-mail, on the
 * counter's screen and when it is printed again. Nothing is titled before its outcome is known.
 */
export type ReceiptOutcome =
  | { readonly kind: 'receipt'; readonly title: 'APPROVED' | 'PENDING' | 'VOIDED' | 'RETURNED' }
  /** Paper for who asks why: nothing was charged, so it is never sent as the receipt of a payment. */
  | { readonly kind: 'decline_slip'; readonly title: 'DECLINED' }
  | { readonly kind: 'none'; readonly reason: 'outcome_unknown' | 'nothing_paid' }

/** The outcome of a payment that something may be given about. */
export type GivenOutcome = Exclude<ReceiptOutcome, { kind: 'none' }>

type Standing = Pick<Payment, 'status' | 'amount_authorized' | 'amount_captured' | 'decline_category'> &
  Parameters<typeof takenByBank>[0] &
  Parameters<typeof givenBackOf>[0]

export function receiptOutcome(payment: Standing): ReceiptOutcome {
  switch (payment.status) {
    case 'processing':
      return { kind: 'none', reason: 'outcome_unknown' }
    case 'failed':
      // What no bank has declined failed for a reason of ours: nobody may show it as declined.
      return payment.decline_category === null ? nothingPaid : { kind: 'decline_slip', title: 'DECLINED' }
    // Returned by the customer's bank before it was ever credited.
    case 'rejected':
      return nothingPaid
    case 'pending':
      return unlessNothing(payment, 'PENDING')
    case 'cancelled':
    case 'voided':
      return unlessNothing(payment, 'VOIDED')
    case 'uncaptured':
      return unlessNothing(payment, 'APPROVED')
    case 'captured':
      return unlessNothing(payment, isReturned(payment) ? 'RETURNED' : 'APPROVED')
    default:
      return assertNever(payment.status)
  }
}

/** The customer's bank took it back, and nothing of it is left: a part may have been refunded before. */
const isReturned = (payment: Standing): boolean =>
  takenByBank(payment).reversal > 0 && givenBackOf(payment) >= payment.amount_captured

const nothingPaid = { kind: 'none', reason: 'nothing_paid' } as const

const unlessNothing = (
  { amount_authorized }: Standing,
  title: Extract<ReceiptOutcome, { kind: 'receipt' }>['title'],
): ReceiptOutcome => (amount_authorized > 0 ? { kind: 'receipt', title } : nothingPaid)

/** Whether the receipt may state that the card was accepted. */
export function isApproved(payment: Standing): boolean {
  const outcome = receiptOutcome(payment)
  return outcome.kind === 'receipt' && (outcome.title === 'APPROVED' || outcome.title === 'PENDING')
}

/** Cents that the payment took, or holds; what went back since is not subtracted. */
export const chargedAmount = ({
  status,
  amount_captured,
  amount_authorized,
}: Pick<Payment, 'status' | 'amount_captured' | 'amount_authorized'>): Cents =>
  status === 'captured' ? amount_captured : amount_authorized
