import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractorShares, proposedSplits } from '../../../../src-shared/payments/refund-splits.ts'

const split = (account_id: string, amount: number) => ({ account_id, amount })
const refund = (status: 'succeeded' | 'failed', ...refund_splits: ReturnType<typeof split>[]) => ({
  status,
  refund_splits,
})

describe('the shares of contractors', () => {
  test('a contractor’s remaining share is its splits less the refunds that did not fail', () => {
    const given = [split('ctrct_a', 300), split('ctrct_b', 200), split('ctrct_a', 100)]
    const earlier = [refund('succeeded', split('ctrct_a', 150)), refund('failed', split('ctrct_b', 200))]
    expect(contractorShares(given, earlier)).toEqual([
      { account_id: 'ctrct_a', description: '', granted: 400, left: 250 },
      { account_id: 'ctrct_b', description: '', granted: 200, left: 200 },
    ])
  })

  test('a refund of half proposes half of each share, and the whole proposes all of it', () => {
    const shares = contractorShares([split('ctrct_a', 301), split('ctrct_b', 200)], [])
    expect(proposedSplits(shares, 500, 1000).map(({ amount }) => amount)).toEqual([151, 100])
    expect(proposedSplits(shares, 1000, 1000).map(({ amount }) => amount)).toEqual([301, 200])
  })

  test('proposed splits never exceed the remaining shares, nor the refund in total', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ granted: fc.nat(100_000), taken: fc.nat(100_000) }), { maxLength: 6 }),
        fc.nat(1_000_000),
        fc.nat(1_000_000),
        (contractors, amount, captured) => {
          const given = contractors.map(({ granted }, index) => split(`ctrct_${index}`, granted))
          const earlier = contractors.map(({ taken }, index) =>
            refund('succeeded', split(`ctrct_${index}`, taken)),
          )
          const shares = contractorShares(given, earlier)
          const proposed = proposedSplits(shares, amount, captured)
          expect(proposed.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(amount)
          for (const [index, one] of proposed.entries()) {
            expect(one.amount).toBeGreaterThanOrEqual(0)
            expect(one.amount).toBeLessThanOrEqual(shares[index]?.left ?? 0)
          }
        },
      ),
    )
  })
})
