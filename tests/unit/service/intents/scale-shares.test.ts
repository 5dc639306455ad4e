import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apportion, scaleShares } from '../../../../src-service/intents/scale-shares.ts'
import { noDetails } from '../../../../src-service/processor/decision.ts'
import { mustOf, openPaymentsHarness } from './payments-harness.ts'

const split = (amount: number, account_id = 'ctrct_1') => ({ amount, account_id, description: 'tours' })
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const amountsOf = (splits: readonly { readonly amount: number }[]) => splits.map(({ amount }) => amount)

/** An amount, the merchant's part of it, its splits, and the captured amount. */
const cases = fc
  .record({
    amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    weights: fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 6 }),
    merchantShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    capturedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    splitsAll: fc.boolean(),
  })
  .map(({ amount, weights, merchantShare, capturedShare, splitsAll }) => {
    const merchant_amount = merchantShare === null ? null : Math.floor(amount * merchantShare)
    const shared = merchant_amount ?? amount
    const parts = apportion(splitsAll ? weights : [...weights, 500], shared)
    const payment_splits = weights.map((_, index) => split(parts[index] ?? 0, `ctrct_${index}`))
    return {
      intent: { amount, merchant_amount, payment_splits },
      captured: Math.max(1, Math.floor(amount * capturedShare)),
    }
  })

test('shares of a captured amount add up to the cent for any amount, shares and part', () => {
  fc.assert(
    fc.property(cases, ({ intent, captured }) => {
      const scaled = scaleShares(intent, captured)
      const shared = intent.merchant_amount ?? intent.amount
      const left = scaled.merchant_amount ?? captured
      expect(left).toBeLessThanOrEqual(captured)
      expect(scaled.merchant_amount === null).toBe(intent.merchant_amount === null)
      if (intent.merchant_amount === intent.amount) expect(left).toBe(captured)
      const [before, after] = [amountsOf(intent.payment_splits), amountsOf(scaled.payment_splits)]
      expect(sum(after)).toBeLessThanOrEqual(left)
      if (sum(before) === shared && before.length > 0) expect(sum(after)).toBe(left)
      for (const [index, amount] of after.entries()) {
        expect(amount).toBeLessThanOrEqual(before[index] ?? 0)
        // Within a cent of the exact proportion.
        const exact = (BigInt(before[index] ?? 0) * BigInt(left)) / (shared === 0 ? 1n : BigInt(shared))
        expect(BigInt(amount) - exact).toBeGreaterThanOrEqual(0n)
        expect(BigInt(amount) - exact).toBeLessThanOrEqual(1n)
      }
    }),
  )
})

test('parts are apportioned by the largest remainder, to the cent', () => {
  expect(apportion([1, 1, 1], 2)).toEqual([1, 1, 0])
  expect(apportion([3400, 3000], 5000)).toEqual([2656, 2344])
  expect(apportion([0, 5], 3)).toEqual([0, 3])
  expect(apportion([0, 0], 0)).toEqual([0, 0])
})

test('shares stay the same when the full amount is captured', () => {
  const intent = { amount: 1000, merchant_amount: 900, payment_splits: [split(333)] }
  expect(scaleShares(intent, 1000)).toEqual({ merchant_amount: 900, payment_splits: [split(333)] })
})

const partial = {
  amount: 6500,
  merchant_amount: 6400,
  payment_splits: [split(3400, 'ctrct_one'), split(3000, 'ctrct_two')],
}
const approve = (amount_authorized: number) => async () => ({
  outcome: 'approved' as const,
  ...noDetails,
  amount_authorized,
  auth_code: '123456',
  retrieval_reference: '600100000001',
  response_code: '000',
  response_text: 'Approved',
  avs: null,
  cvv: null,
})

test('after a partial approval only the captured amount is shared', async () => {
  const harness = await openPaymentsHarness()
  const { id } = await harness.intent(partial)
  harness.processor.authorize = approve(5000)
  const { intent } = mustOf(await harness.pay(id))
  expect(intent).toMatchObject({ status: 'captured', amount_captured: 5000, merchant_amount: 4923 })
  expect(amountsOf(intent.payment_splits)).toEqual([2615, 2308])
})

test('a partial capture scales the shares, unless it names them itself', async () => {
  const harness = await openPaymentsHarness()
  const authorized = async () => {
    const { id } = await harness.intent({ ...partial, capture: false })
    mustOf(await harness.pay(id))
    return id
  }
  const scaled = mustOf(await harness.capture(await authorized(), { amount: 5000 }))
  expect(scaled).toMatchObject({ amount_captured: 5000, merchant_amount: 4923 })
  expect(amountsOf(scaled.payment_splits)).toEqual([2615, 2308])
  const merchant = mustOf(await harness.capture(await authorized(), { amount: 5000, merchant_amount: 3200 }))
  expect(amountsOf(merchant.payment_splits)).toEqual([1700, 1500])
  const named = { amount: 5000, merchant_amount: 10, payment_splits: [split(7)] }
  expect(mustOf(await harness.capture(await authorized(), named))).toMatchObject({
    merchant_amount: 10,
    payment_splits: [{ amount: 7 }],
  })
})

test('a partial authorization that is captured later scales the shares to the captured amount', async () => {
  const harness = await openPaymentsHarness()
  const { id } = await harness.intent({ ...partial, capture: false })
  harness.processor.authorize = approve(5000)
  expect(mustOf(await harness.pay(id)).intent).toMatchObject({ status: 'uncaptured', merchant_amount: 6400 })
  harness.processor.capture = async () => ({ outcome: 'done', retrieval_reference: '600100000001' })
  const captured = mustOf(await harness.capture(id))
  expect(captured).toMatchObject({ amount_captured: 5000, merchant_amount: 4923 })
  expect(sum(amountsOf(captured.payment_splits))).toBe(4923)
})
