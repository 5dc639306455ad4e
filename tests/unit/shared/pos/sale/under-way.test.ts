import { describe, expect, test } from 'vitest'
import { isUnderWay } from '../../../../../src-shared/pos/sale/under-way.ts'
import { authorizing, checking, facts } from '../transition/sale-fixtures.ts'

describe('a sale in progress', () => {
  test('a sale is in progress from its first request until its outcome is known', () => {
    expect(isUnderWay({ sale: authorizing(), bill: null })).toBe(true)
    expect(isUnderWay({ sale: checking(), bill: null })).toBe(true)
    expect(isUnderWay({ sale: { kind: 'ready' }, bill: null })).toBe(false)
    const stopped = { reason: 'timed_out', detail: '', money: 'not_moved', can_retry: true } as const
    expect(isUnderWay({ sale: { kind: 'stopped', sale: facts(), ...stopped }, bill: null })).toBe(false)
  })
})
