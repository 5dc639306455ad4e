import { describe, expect, test } from 'vitest'
import { isUnderWay } from '../../../../src-shared/pos/under-way.ts'
import { authorizing, checking, facts } from './sale-fixtures.ts'

describe('a sale that is under way', () => {
  test('a sale is under way from its first request until its outcome is known', () => {
    expect(isUnderWay(authorizing())).toBe(true)
    expect(isUnderWay(checking())).toBe(true)
    expect(isUnderWay({ kind: 'ready' })).toBe(false)
    const stopped = { reason: 'timed_out', detail: '', money: 'not_moved', can_retry: true } as const
    expect(isUnderWay({ kind: 'stopped', sale: facts(), ...stopped })).toBe(false)
  })
})
