import { describe, expect, test } from 'vitest'
import { declineReason, declineReasons } from '../../../../src-renderer/cashier/decline-words.ts'
import en from '../../../../src-renderer/i18n/en.json'
import { meaningOf } from '../../../../src-service/processor/sandbox/response-codes.ts'

describe('a decline', () => {
  test.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
    ['incorrect_cvv', 'incorrect_cvv'],
    ['incorrect_pin', 'incorrect_pin'],
    ['velocity_exceeded', 'limit_exceeded'],
    ['processing_error', 'processing_error'],
    ['do_not_honor', 'generic'],
  ])('a decline of category %s is shown as %s', (category, reason) => {
    expect(declineReason(category)).toBe(reason)
  })

  test('a decline of a lost card reads like that of a stolen card and accuses nobody', () => {
    expect(declineReason('lost_card')).toBe(declineReason('stolen_card'))
    expect(en.decline.lost_or_stolen.why).not.toMatch(/lost|stolen/i)
  })

  test('a decline of an unknown category gets generic words', () => {
    expect(declineReason('')).toBe('generic')
    expect(declineReason('something_new')).toBe('generic')
  })

  test('every decline category of our processor has words of its own', () => {
    const codes = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'))
    const categories = new Set(codes.map((code) => meaningOf(code).category))
    categories.delete('do_not_honor')
    expect(categories.size).toBeGreaterThan(10)
    expect([...categories].filter((category) => declineReason(category) === 'generic')).toEqual([])
  })

  test('every decline reason has an explanation and a next step, and there are no unused words', () => {
    expect(Object.keys(en.decline).sort()).toEqual([...declineReasons].sort())
    for (const reason of declineReasons) {
      expect(en.decline[reason].why).toMatch(/\.$/)
      expect(en.decline[reason].next).toMatch(/\.$/)
    }
  })
})
