import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { Cents } from '../../src-shared/money.ts'
import { contractorShares, type Splits } from '../../src-shared/payments/refund-splits.ts'

/**
 * Refuses refund_splits that take back more from a contractor than the payment gave it (section 1.6), or in total more
 * than is refunded.
 * @param earlier the payment's refunds so far; failed ones took nothing.
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
      `The refund_splits add up to ${sum} cents, more than the refund of ${amount} cents. Send smaller refund_splits.`,
    )
  }
  const shares = contractorShares(given, earlier)
  for (const [index, { account_id }] of splits.entries()) {
    const param = `refund_splits.${index}`
    const share = shares.find((one) => one.account_id === account_id)
    if (share === undefined) {
      return invalid(`${param}.account_id`, `The payment has no split for ${account_id}.`)
    }
    const asked = splits
      .filter((split) => split.account_id === account_id)
      .reduce((total, split) => total + split.amount, 0)
    if (asked > share.left) {
      return invalid(
        `${param}.amount`,
        `${asked} cents cannot be taken back from ${account_id}: ${share.left} of its ${share.granted} cents are left.`,
      )
    }
  }
  return null
}

const invalid = (param: string, message: string): ServiceError =>
  serviceError('parameter_invalid', message, { param })
