import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'

/** The shares of an intent's amount, in cents. */
export type Shares = Pick<PaymentIntent, 'merchant_amount' | 'payment_splits'>

/**
 * Scales the shares when less than the amount is captured (a partial approval, a smaller capture): merchant_amount in
 * proportion to the amounts, each split in proportion to the total to share. Rounded by the largest remainder, so that
 * the sums still add up, and no share exceeds what was granted.
 * @param given shares named in the capture are taken unchanged
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
 * Splits `total` into integer cents in proportion to the parts, by the largest remainder; the first of equal ones wins.
 * Uses bigint, because the products exceed the precision of a double.
 * @param parts at least 0, not all 0
 * @param total at most the sum of the parts
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
