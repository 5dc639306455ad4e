import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type GivenOutcome, receiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { noReceipt } from './no-receipt.ts'

/** Returns the payment of the receipt: one that was approved, even if it was refunded since. */
export function receiptPayment(
  intent: PaymentIntent,
): Result<{ readonly payment: Payment; readonly outcome: GivenOutcome }, ServiceError> {
  const { id, status, latest_payment: payment } = intent
  const of = `Payment intent ${id}`
  if (status === 'processing') return err(noReceipt(of, status, 'outcome_unknown'))
  if (payment === null) return err(noReceipt(of, status, 'nothing_paid'))
  const outcome = receiptOutcome(payment)
  if (outcome.kind === 'receipt') return ok({ payment, outcome })
  return err(noReceipt(of, status, outcome.kind === 'none' ? outcome.reason : 'nothing_paid'))
}

/** Returns the payer's e-mail address: of the card or account, else of the customer, else the one in the session. */
export const payersAddress = (
  payment: Payment,
  customer: Pick<Customer, 'email'> | null,
  session: Pick<CheckoutSession, 'customer_email'> | null,
): string | null =>
  payment.billing_details.email ??
  payment.payment_method?.billing_details.email ??
  customer?.email ??
  session?.customer_email ??
  null
