import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { SendReceiptBody, SendReply } from '../../src-shared/api/schemas/receipt.ts'
import { type GivenOutcome, receiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Delivery, Mail } from '../mail/mailer.ts'
import { noReceipt } from './no-receipt.ts'

/** The payment that the receipt is of: approved once, whatever went back since. */
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

export interface Recipients {
  readonly to: string
  /** Without doubles, and without `to`. */
  readonly cc: readonly string[]
}

/** The override, else the address of whoever paid: that of the card or account, then the customer's. */
export function receiptRecipients(
  payment: Payment,
  customer: Pick<Customer, 'email'> | null,
  { email_override, cc_email_addresses = [] }: SendReceiptBody,
): Result<Recipients, ServiceError> {
  const to =
    email_override ??
    payment.billing_details.email ??
    payment.payment_method?.billing_details.email ??
    customer?.email ??
    null
  if (to === null) {
    return err(
      serviceError(
        'parameter_missing',
        'email_override is required: neither the payment method nor the customer has an e-mail address. Send the address that the receipt goes to.',
        { param: 'email_override' },
      ),
    )
  }
  const seen = new Set([to.toLowerCase()])
  const cc = cc_email_addresses.filter((address) => {
    const key = address.toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return ok({ to, cc })
}

/** The answer lists what happened to every address. Without the payer's own mail it is no success. */
export function sendReply({ to, cc }: Pick<Mail, 'to' | 'cc'>, delivery: Delivery): SendReply {
  if (delivery.outcome === 'failed') {
    return { success: false, message: `The receipt for ${to} was not sent: ${delivery.reason}.` }
  }
  if (delivery.outcome === 'unknown') {
    const message = `The receipt for ${to} may have been sent: ${delivery.reason}. Ask before you send it again.`
    return { success: false, message }
  }
  const { refused } = delivery
  const taken = [to, ...cc].filter((address) => !refused.some((one) => one.address === address))
  const sentences = [
    ...(taken.length === 0 ? [] : [`The receipt was sent to ${taken.join(', ')}.`]),
    ...refused.map(({ address, reason }) => `The mail server refused ${address}: ${reason}.`),
  ]
  return { success: taken.includes(to), message: sentences.join(' ') }
}

export const mailNotSetUp: ServiceError = serviceError(
  'state_conflict',
  'This service is not set up to send e-mail. Whoever runs it names a mail server in SMTP_URL.',
)
