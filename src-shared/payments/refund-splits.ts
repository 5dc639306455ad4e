import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Refund } from '../api/schemas/refund.ts'
import type { Cents } from '../money.ts'

export type Splits = PaymentIntent['payment_splits']

/** A contractor's share of a payment, and what is left of it after refunds. In cents. */
export interface ContractorShare {
  readonly account_id: string
  /** Description of the payment's split; empty if it has none. */
  readonly description: string
  readonly granted: Cents
  readonly left: Cents
}

/**
 * The share of each contractor of a payment, in the order of its splits.
 * @param earlier the payment's refunds so far; failed ones took nothing back.
 */
export function contractorShares(
  given: Splits,
  earlier: readonly Pick<Refund, 'status' | 'refund_splits'>[],
): readonly ContractorShare[] {
  const taken = earlier.filter(({ status }) => status !== 'failed').flatMap((refund) => refund.refund_splits)
  const of = (splits: Splits, id: string) =>
    splits.filter(({ account_id }) => account_id === id).reduce((sum, { amount }) => sum + amount, 0)
  return [...new Set(given.map(({ account_id }) => account_id))].map((account_id) => {
    const granted = of(given, account_id)
    return {
      account_id,
      description: given.find((split) => split.account_id === account_id)?.description ?? '',
      granted,
      left: Math.max(granted - of(taken, account_id), 0),
    }
  })
}

/**
 * Proposes what a refund takes back from each contractor: in proportion to the refunded part of the payment, never more
 * than is left, and never more in total than is refunded.
 */
export function proposedSplits(
  shares: readonly ContractorShare[],
  amount: Cents,
  captured: Cents,
): readonly { readonly account_id: string; readonly amount: Cents }[] {
  let left = amount
  return shares.map((share) => {
    const part =
      captured === 0
        ? 0
        : Number((BigInt(share.granted) * BigInt(amount) * 2n + BigInt(captured)) / (BigInt(captured) * 2n))
    const taken = Math.min(part, share.left, left)
    left -= taken
    return { account_id: share.account_id, amount: taken }
  })
}
