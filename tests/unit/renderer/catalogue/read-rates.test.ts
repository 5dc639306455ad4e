import { describe, expect, test } from 'vitest'
import { readLimit, readRate } from '../../../../src-renderer/catalogue/read-rates.ts'

const typed = (rate: string) => readRate({ id: 'tax_1', name: ' GST ', rate, inclusive: false })

describe('a tax rate as it is typed', () => {
  test.each([
    ['5', 5_000],
    ['5 %', 5_000],
    ['5%', 5_000],
    ['9,975\u00a0%', 9_975],
    ['8.875 %', 8_875],
    ['100', 100_000],
  ])('%s is a valid tax rate', (text, rate) => {
    expect(typed(text)).toEqual([{ id: 'tax_1', name: 'GST', rate, inclusive: false }])
  })

  test.each(['', '%', '5 % %', '-5', '100.001', '1.2345', 'five'])('"%s" is not a valid tax rate', (text) => {
    expect(typed(text)).toEqual([])
  })

  test('the discount limit of cashiers can be typed with or without the percent sign', () => {
    expect([readLimit('10'), readLimit('10 %'), readLimit(' ')]).toEqual([10, 10, null])
    expect(['101', '1.5', 'ten', '%', ' % '].map(readLimit)).toEqual(Array(5).fill(undefined))
  })
})
