import { expect, test } from 'vitest'
import { capturedSurcharge, leastCapture } from '../../../../src-shared/payments/captured-parts.ts'

test.each([
  ['all of it', 10_300, 300],
  ['half of it', 5_150, 150],
  ['a part that does not come out even, to the payer’s advantage', 5_149, 149],
  ['nothing but the tip', 0, 0],
])('the surcharge of a capture is in proportion to the purchase: %s', (_what, purchase, surcharge) => {
  const intent = { tip_amount: 700, surcharge_amount: 300 }
  expect(capturedSurcharge(intent, 11_000, purchase)).toBe(surcharge)
})

test('a larger purchase with a smaller tip has no larger surcharge than the customer was shown', () => {
  expect(capturedSurcharge({ tip_amount: 700, surcharge_amount: 300 }, 11_000, 10_800)).toBe(300)
})

test('a tip larger than the captured amount leaves a surcharge of 0, never less', () => {
  const intent = { tip_amount: 700, surcharge_amount: 300 }
  expect(capturedSurcharge(intent, 11_000, -1)).toBe(0)
  expect(capturedSurcharge(intent, 700, -200)).toBe(0)
})

test('the smallest capture is its tax, tip and surcharge, where those of the capture replace those of the intent', () => {
  const intent = { tax_amount: 100, tip_amount: 700, surcharge_amount: 300 }
  expect(leastCapture(intent, {})).toBe(1_100)
  expect(leastCapture(intent, { tip_amount: 0, surcharge_amount: undefined })).toBe(400)
  expect(leastCapture(intent, { tip_amount: 900, tax_amount: 50, surcharge_amount: 0 })).toBe(950)
})
