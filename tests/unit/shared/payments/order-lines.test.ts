import { expect, test } from 'vitest'
import { orderLines } from '../../../../src-shared/payments/order-lines.ts'

test('the amount of goods sold by weight is their price by quantity, in whole cents', () => {
  expect(orderLines([{ name: 'Cheese', quantity: 0.35, unit_amount: 999 }])).toEqual([
    { description: 'Cheese', quantity: 0.35, unit_amount: 999, amount: 350 },
  ])
})

test('an impossible quantity counts as one', () => {
  for (const quantity of [0, -2, Number.NaN, '3'])
    expect(orderLines([{ name: 'Tea', quantity, unit_amount: 300 }])).toMatchObject([
      { quantity: 1, amount: 300 },
    ])
})
