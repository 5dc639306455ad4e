import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'

const parts = ['tax_amount', 'tip_amount', 'surcharge_amount'] as const

/** The amounts of an intent that must be consistent, in cents. */
export type Amounts = Pick<
  PaymentIntent,
  'amount' | 'merchant_amount' | 'payment_splits' | (typeof parts)[number]
>

/**
 * Checks the amounts: tip, tax and surcharge are parts of the amount; merchant_amount is at most what the payer pays;
 * splits share what the merchant gets (docs/decisions/0001).
 * @param sent the fields in the request: the error names one of these.
 * @returns null when the amounts are consistent.
 */
export function refuseAmounts(
  amounts: Amounts,
  sent: Readonly<Partial<Record<string, unknown>>>,
): ServiceError | null {
  const sum = parts.reduce((total, part) => total + amounts[part], 0)
  if (sum > amounts.amount) {
    const param = parts.findLast((part) => sent[part] !== undefined) ?? 'amount'
    return invalid(
      param,
      `tax_amount, tip_amount and surcharge_amount are parts of amount, but their sum of ${sum} cents is more than the amount of ${amounts.amount} cents. Increase amount or reduce ${param === 'amount' ? 'the parts' : param}.`,
    )
  }
  if (amounts.merchant_amount !== null && amounts.merchant_amount > amounts.amount) {
    return invalid(
      sent.merchant_amount === undefined ? 'amount' : 'merchant_amount',
      `merchant_amount ${amounts.merchant_amount} is more than the amount of ${amounts.amount} cents. Send at most the amount.`,
    )
  }
  return refuseSplits(amounts, sent)
}

/** Checks that splits add up to at most merchant_amount, or amount if there is none (section 1.6). */
export function refuseSplits(
  amounts: Pick<Amounts, 'amount' | 'merchant_amount' | 'payment_splits'>,
  sent: Readonly<Partial<Record<string, unknown>>>,
): ServiceError | null {
  const shared: Cents = amounts.merchant_amount ?? amounts.amount
  const sum = amounts.payment_splits.reduce((total, split) => total + split.amount, 0)
  if (sum <= shared) return null
  const param = ['payment_splits', 'merchant_amount', 'amount'].find((name) => sent[name] !== undefined)
  return invalid(
    param ?? 'payment_splits',
    `The payment_splits add up to ${sum} cents, more than the ${shared} cents that can be shared. Send smaller payment_splits.`,
  )
}

const invalid = (param: string, message: string): ServiceError =>
  serviceError('parameter_invalid', message, { param })
