import { describe, expect, test } from 'vitest'
import { readExpiry, typedExpiry } from '../../../../src-web/components/expiry.ts'

describe('the expiry of a card in a form', () => {
  test.each([
    ['1', '1'],
    ['12', '12 / '],
    ['4', '04 / '],
    ['123', '12 / 3'],
    ['1229', '12 / 29'],
    ['4/29', '04 / 29'],
    ['04/2029', '04 / 2029'],
    ['12 / 29', '12 / 29'],
    ['2029', '02 / 029'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(typedExpiry(typed)).toBe(shown)
  })

  test('erased characters do not come back by themselves', () => {
    expect(typedExpiry('12 / ', true)).toBe('12')
    expect(typedExpiry('12 /', true)).toBe('12')
    expect(typedExpiry('12 / 2', true)).toBe('12 / 2')
  })

  test.each([
    ['04 / 29', { month: '04', year: '2029' }],
    ['12/2030', { month: '12', year: '2030' }],
    ['13 / 29', null],
    ['00 / 29', null],
    ['04 / 2', null],
    ['04 / 1999', null],
    ['', null],
  ])('%s is read as %o', (text, expiry) => {
    expect(readExpiry(text)).toEqual(expiry)
  })
})
