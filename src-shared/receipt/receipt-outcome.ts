import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'
import { givenBackOf } from '../payments/refundable.ts'
import { takenByBank } from '../payments/taken-by-bank.ts'
import { assertNever } from '../result.ts'

/**
 * What a customer may be given about a payment, and its title: on the terminal's paper, by e-mail, on the counter's
 * screen and in a reprint. There is no title before the outcome is known.
 */
export type ReceiptOutcome =
  | { readonly kind: 'receipt'; readonly title: 'APPROVED' | 'PENDING' | 'VOIDED' | 'RETURNED' }
  /** A slip for a customer who asks why. Nothing was charged, so it is never sent as the receipt of a payment. */
  | { readonly kind: 'decline_slip'; readonly title: 'DECLINED' }
  | { readonly kind: 'none'; readonly reason: 'outcome_unknown' | 'nothing_paid' }

/** An outcome about which the customer may be given something. */
export type GivenOutcome = Exclude<ReceiptOutcome, { kind: 'none' }>

type Standing = Pick<Payment, 'status' | 'amount_authorized' | 'amount_captured' | 'decline_category'> &
  Parameters<typeof takenByBank>[0] &
  Parameters<typeof givenBackOf>[0]

export function receiptOutcome(payment: Standing): ReceiptOutcome {
  switch (payment.status) {
    case 'processing':
      return { kind: 'none', reason: 'outcome_unknown' }
    case 'failed':
      // Without a decline by a bank, the failure has a cause of ours and must not be shown as a decline.
      return payment.decline_category === null ? nothingPaid : { kind: 'decline_slip', title: 'DECLINED' }
    // The customer's bank returned it before it was credited.
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

/** Whether the customer's bank took it back and nothing of it is left; a part may have been refunded before. */
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

/** What the payment took or holds, in cents; later refunds are not subtracted. */
export const chargedAmount = ({
  status,
  amount_captured,
  amount_authorized,
}: Pick<Payment, 'status' | 'amount_captured' | 'amount_authorized'>): Cents =>
  status === 'captured' ? amount_captured : amount_authorized
