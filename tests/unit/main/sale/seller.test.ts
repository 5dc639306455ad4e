import { expect, test } from 'vitest'
import { createSeller } from '../../../../src-main/sale/seller.ts'

test('a sale bears who sold it and where, the same however often it is asked', () => {
  let name = 'Ann'
  const seller = createSeller({ nameOf: (id) => (id === 'p1' ? name : null), counter: () => 'Bar' })
  const sale = { id: 'sale_1', person_id: 'p1' }
  expect(seller(sale)).toEqual({ cashier: 'Ann', counter: 'Bar' })
  name = 'Ann Lee'
  expect(seller(sale)).toEqual({ cashier: 'Ann', counter: 'Bar' })
  expect(seller({ id: 'sale_2', person_id: 'p1' })).toEqual({ cashier: 'Ann Lee', counter: 'Bar' })
})

test('a sale of nobody who is known bears the till alone', () => {
  const seller = createSeller({ nameOf: () => null, counter: () => 'Bar' })
  expect(seller({ id: 'sale_1', person_id: null })).toEqual({ counter: 'Bar' })
  expect(seller({ id: 'sale_2', person_id: 'gone' })).toEqual({ counter: 'Bar' })
})
