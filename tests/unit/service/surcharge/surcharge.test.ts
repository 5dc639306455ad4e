import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf, surchargeOf } from '../../../../src-service/surcharge/surcharge.ts'
import { regionOf } from '../../../../src-shared/postal-regions.ts'

const ask = (changes: Partial<Parameters<typeof surchargeOf>[0]> = {}) =>
  surchargeOf({ funding: 'credit', postalCode: '10001', amount: 10_000, percent: 3, ...changes })

/** Section 4.2, surcharge calculation. */
describe('a surcharge', () => {
  test('a surcharge on a credit card is the percentage of the amount', () => {
    expect(ask()).toEqual({ card_type: 'Credit', restricted: 'N', fee_amount: 300 })
  })

  test.each([
    ['debit', 'Debit'],
    ['prepaid', 'Prepaid'],
    ['unknown', 'Unknown'],
  ] as const)('a surcharge is 0 on a card with the funding %s', (funding, card_type) => {
    expect(ask({ funding })).toEqual({ card_type, restricted: 'N', fee_amount: 0 })
  })

  test.each(['06103', '02134', '02134-1000', '021341000', '05501', '04101', '00901', '00601', 'H2Y 1C6'])(
    'a surcharge is 0 and restricted at %s, where the law forbids surcharges',
    (postalCode) => {
      expect(ask({ postalCode })).toEqual({ card_type: 'Credit', restricted: 'Y', fee_amount: 0 })
    },
  )

  test.each(['06390', '00802', '02901', '03055', '05401', '10001', '90210', 'M5V 2T6', 'SW1A 1AA', '0210'])(
    'a surcharge is allowed at %s',
    (postalCode) => {
      expect(ask({ postalCode })).toMatchObject({ restricted: 'N', fee_amount: 300 })
    },
  )

  test('a surcharge is not restricted when no postal code is known', () => {
    expect(ask({ postalCode: null }).restricted).toBe('N')
  })

  test.each([
    [50, 1, 1],
    [49, 1, 0],
    [150, 1, 2],
    [10_000, 2.35, 235],
    [100, 0.5, 1],
    [100, 0.4999999999, 0],
    [1_000_000, 0.00005, 1],
    [9_007_199_254_740_991, 3, 270_215_977_642_230],
    [9_007_199_254_740_991, 1e-7, 9_007_199],
    [0, 3, 0],
    [1234, 0, 0],
  ])(
    'a surcharge on %d cents at %d per cent is %d cents, with half a cent rounded up',
    (amount, percent, fee) => {
      expect(shareOf(amount, percent)).toBe(fee)
    },
  )

  test('a surcharge is rounded half up for every percentage in hundredths', () => {
    const hundredths = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), hundredths, (amount, rate) => {
        const exact = BigInt(amount) * BigInt(rate)
        const remainder = exact % 10_000n
        const expected = exact / 10_000n + (remainder >= 5_000n ? 1n : 0n)
        expect(shareOf(amount, Number((rate / 100).toFixed(2)))).toBe(Number(expected))
      }),
    )
  })
})

test.each([
  ['90210', 'CA'],
  ['60601', 'IL'],
  ['99501', 'AK'],
  ['73301', 'TX'],
  ['20500', 'DC'],
  ['g1a 1a1', 'QC'],
  ['G1R-4P5', 'QC'],
  ['g1r\u00A04p5', 'QC'],
  ['02134 1000', 'MA'],
  ['02134 – 1000', 'MA'],
  ['V6B 4Y8', null],
  ['00000', null],
  ['', null],
])('the postal code %j is in %s', (code, region) => {
  expect(regionOf(code)).toBe(region)
})
