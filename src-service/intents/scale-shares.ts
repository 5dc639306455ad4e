import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'

/** What an intent's amount is shared into. Cents. */
export type Shares = Pick<PaymentIntent, 'merchant_amount' | 'payment_splits'>

/**
 * Shares of an amount when less of it is captured (a partial approval, a capture for less): merchant_amount in the
 * proportion of the amounts, each split in the proportion of what there is to share. Rounded by the largest
 * remainder, so that what added up before still adds up, and nobody gets more than was granted.
 * @param given what the capture names by itself is taken as it is
 */
export function scaleShares(
  { amount, merchant_amount, payment_splits }: Shares & Pick<PaymentIntent, 'amount'>,
  captured: Cents,
  given: { readonly merchant_amount?: Cents | undefined } = {},
): Shares {
  const merchant =
    given.merchant_amount ??
    (merchant_amount === null ? null : apportion([merchant_amount, amount - merchant_amount], captured)[0]) ??
    null
  const shared = merchant_amount ?? amount
  const left = merchant ?? captured
  if (left >= shared || payment_splits.length === 0) return { merchant_amount: merchant, payment_splits }
  const granted = payment_splits.map((split) => split.amount)
  const kept = shared - granted.reduce((sum, one) => sum + one, 0)
  const scaled = apportion([...granted, kept], left)
  return {
    merchant_amount: merchant,
    payment_splits: payment_splits.map((split, index) => ({ ...split, amount: scaled[index] ?? 0 })),
  }
}

/**
 * Whole cents in the proportion of the parts that add up to `total`, by the largest remainder; of equal remainders the
 * first. Exact: the products are more than a double holds.
 * @param parts at least 0, not all 0
 * @param total at most what the parts add up to
 */
export function apportion(parts: readonly Cents[], total: Cents): readonly Cents[] {
  const whole = parts.reduce((sum, part) => sum + BigInt(part), 0n)
  if (whole === 0n) return parts.map(() => 0)
  const exact = parts.map((part) => BigInt(part) * BigInt(total))
  const floors = exact.map((product) => Number(product / whole))
  const missing = total - floors.reduce((sum, floor) => sum + floor, 0)
  const raised = exact
    .map((product, index) => ({ index, remainder: product % whole }))
    .sort((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
    )
    .slice(0, missing)
    .map(({ index }) => index)
  return floors.map((floor, index) => (raised.includes(index) ? floor + 1 : floor))
}
