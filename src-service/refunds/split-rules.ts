import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { Cents } from '../../src-shared/money.ts'

type Splits = PaymentIntent['payment_splits']

/**
 * A refund may take back from a contractor what the payment gave it (section 1.6), not more, and altogether not
 * more than is refunded.
 * @param earlier the payment's refunds so far; those that failed took nothing.
 */
export function refuseRefundSplits(
  splits: Splits,
  amount: Cents,
  given: Splits,
  earlier: readonly Pick<Refund, 'status' | 'refund_splits'>[],
): ServiceError | null {
  const sum = splits.reduce((total, split) => total + split.amount, 0)
  if (sum > amount) {
    return invalid(
      'refund_splits',
      `The refund_splits add up to ${sum} cents, more than the ${amount} cents that are refunded.`,
    )
  }
  const taken = earlier.filter(({ status }) => status !== 'failed').flatMap((refund) => refund.refund_splits)
  for (const [index, { account_id }] of splits.entries()) {
    const param = `refund_splits.${index}`
    const granted = shareOf(given, account_id)
    if (granted === null) {
      return invalid(`${param}.account_id`, `The payment was not split to ${account_id}.`)
    }
    const left = granted - (shareOf(taken, account_id) ?? 0)
    const asked = shareOf(splits, account_id) ?? 0
    if (asked > left) {
      return invalid(
        `${param}.amount`,
        `${asked} cents cannot be taken back from ${account_id}: of the ${granted} cents it got, ${left} are left.`,
      )
    }
  }
  return null
}

/** What one contractor has of these splits, null when it is in none. */
function shareOf(splits: Splits, accountId: string): Cents | null {
  const own = splits.filter(({ account_id }) => account_id === accountId)
  return own.length === 0 ? null : own.reduce((total, split) => total + split.amount, 0)
}

const invalid = (param: string, message: string): ServiceError =>
  serviceError('parameter_invalid', message, { param })
