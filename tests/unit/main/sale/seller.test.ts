import { expect, test } from 'vitest'
import { createSeller } from '../../../../src-main/sale/seller.ts'

test('a sale names its cashier and counter, and keeps the first name of the cashier', () => {
  let name = 'Ann'
  const seller = createSeller({ nameOf: (id) => (id === 'p1' ? name : null), counter: () => 'Bar' })
  const sale = { id: 'sale_1', person_id: 'p1' }
  expect(seller(sale)).toEqual({ cashier: 'Ann', counter: 'Bar' })
  name = 'Ann Lee'
  expect(seller(sale)).toEqual({ cashier: 'Ann', counter: 'Bar' })
  expect(seller({ id: 'sale_2', person_id: 'p1' })).toEqual({ cashier: 'Ann Lee', counter: 'Bar' })
})

test('a sale without a known person names only the counter', () => {
  const seller = createSeller({ nameOf: () => null, counter: () => 'Bar' })
  expect(seller({ id: 'sale_1', person_id: null })).toEqual({ counter: 'Bar' })
  expect(seller({ id: 'sale_2', person_id: 'gone' })).toEqual({ counter: 'Bar' })
})
