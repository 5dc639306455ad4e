import { expect, test } from 'vitest'
import { createSeller } from '../../../../src-main/sale/seller.ts'

test('a sale bears who sold it and where, the same however often it is asked', () => {
  let name = 'Ann'
  const seller = createSeller({ nameOf: (id) => (id === 'p1' ? name : null), till: () => 'Bar' })
  const sale = { id: 'sale_1', person_id: 'p1' }
  expect(seller(sale)).toEqual({ cashier: 'Ann', till: 'Bar' })
  name = 'Ann Lee'
  expect(seller(sale)).toEqual({ cashier: 'Ann', till: 'Bar' })
  expect(seller({ id: 'sale_2', person_id: 'p1' })).toEqual({ cashier: 'Ann Lee', till: 'Bar' })
})

test('a sale of nobody who is known bears the till alone', () => {
  const seller = createSeller({ nameOf: () => null, till: () => 'Bar' })
  expect(seller({ id: 'sale_1', person_id: null })).toEqual({ till: 'Bar' })
  expect(seller({ id: 'sale_2', person_id: 'gone' })).toEqual({ till: 'Bar' })
})
