import { expect, test } from 'vitest'
import { shopSurchargeSchema } from '../../../../../src-shared/pos/sale/surcharge.ts'
import { shopPlaceIn, surchargePercentIn } from '../../../../../src-shared/pos/sale/surcharge-entry.ts'

const { percent: percentSchema, postal_code: placeSchema } = shopSurchargeSchema.shape

test('a typed percentage is accepted exactly when main accepts it', () => {
  for (let thousandths = -10; thousandths <= 3_100; thousandths += 5) {
    const typed = String(thousandths / 1_000)
    const taken = percentSchema.safeParse(Number(typed))
    expect([typed, surchargePercentIn(typed)]).toEqual([typed, taken.data ?? null])
  }
  expect(surchargePercentIn(' 2,75 ')).toBe(2.75)
  for (const typed of ['', '.', 'two', '2.7.5', 'Infinity']) expect(surchargePercentIn(typed)).toBeNull()
})

test('a typed postal code is accepted exactly when main accepts it', () => {
  for (const typed of ['', '10', '10001', ' 10001-1234 ', 'K1A 0B1', '00000', 'W1A 1AA', '10001-1234-5']) {
    const taken = placeSchema.safeParse(typed)
    expect([typed, shopPlaceIn(typed)]).toEqual([typed, taken.data ?? null])
  }
})
