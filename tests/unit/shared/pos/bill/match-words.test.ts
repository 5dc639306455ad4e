import { describe, expect, test } from 'vitest'
import { isMeantBy } from '../../../../../src-shared/pos/bill/match-words.ts'
import { aLine, anOrder } from '../order/arbitrary-order.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'

const sold = bill({
  number: 'KT1042',
  note: 'Table 7',
  order: anOrder(aLine({ name: 'Café crème', note: 'oat milk' })),
  tenders: [cardTender('sale_1', 300)],
})

describe('searching for a bill', () => {
  test('a bill is found by each fact on its receipt', () => {
    for (const words of ['KT1042', 'kt1042', '1111', '123456', 'visa', 'table 7', 'cafe', 'OAT milk']) {
      expect([words, isMeantBy(words)(sold)]).toEqual([words, true])
    }
  })

  test('a bill is found by several words only if it has all of them', () => {
    expect(isMeantBy('visa cafe 1111')(sold)).toBe(true)
    expect(isMeantBy('visa tea')(sold)).toBe(false)
    expect(isMeantBy('  ')(sold)).toBe(false)
  })
})
