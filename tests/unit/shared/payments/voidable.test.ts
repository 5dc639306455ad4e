import { describe, expect, test } from 'vitest'
import { voidObstacle } from '../../../../src-shared/payments/voidable.ts'

const captured = {
  status: 'captured',
  external: false,
  settlement_status: 'unsettled',
  amount_refunded: 0,
  amount_disputed: 0,
  amount_reversed: 0,
} as const

describe('a void', () => {
  test('an authorized or captured payment can be voided while it is unsettled and not refunded', () => {
    expect(voidObstacle(captured)).toBeNull()
    expect(voidObstacle({ ...captured, status: 'uncaptured' })).toBeNull()
  })

  test.each([
    ['a payment that another gateway made', { external: true }, 'external'],
    ['a declined payment', { status: 'failed' }, 'not_authorized'],
    ['a payment that is voided already', { status: 'voided' }, 'not_authorized'],
    ['a payment whose outcome is not known', { status: 'processing' }, 'not_authorized'],
    ['a settled payment', { settlement_status: 'settled' }, 'settled'],
    ['a payment refunded in part', { amount_refunded: 1 }, 'refunded'],
    ['a disputed payment', { amount_disputed: 1 }, 'taken_back'],
    ['a payment that the bank returned in part', { amount_reversed: 1 }, 'taken_back'],
  ] as const)('a void is refused for %s', (_, change, obstacle) => {
    expect(voidObstacle({ ...captured, ...change })).toBe(obstacle)
  })
})
