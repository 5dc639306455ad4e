import { describe, expect, test } from 'vitest'
import {
  answerAboutPayment,
  answerAboutRefund,
  isContradicted,
  needsFinding,
} from '../../../../src-shared/payments/findings.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

describe('what a person recorded about the money', () => {
  test.each([
    ['captured', 500, 'done'],
    ['uncaptured', 500, 'done'],
    ['voided', 500, 'done'],
    ['cancelled', 500, 'done'],
    ['cancelled', 0, 'not_done'],
    ['failed', 0, 'not_done'],
    ['rejected', 0, 'not_done'],
    ['processing', 0, 'open'],
    ['processing', 500, 'open'],
    ['pending', 0, 'open'],
  ] as const)(
    'a payment that is %s with %s cents authorized counts as the bank’s answer: %s',
    (status, cents, answer) => {
      expect(answerAboutPayment({ status, amount_authorized: cents })).toBe(answer)
    },
  )

  test('a refund that waits for settlement counts as accepted by the bank', () => {
    expect(answerAboutRefund({ status: 'processing', awaits: 'settlement' })).toBe('done')
    expect(answerAboutRefund({ status: 'processing', awaits: 'processor' })).toBe('open')
    expect(answerAboutRefund({ status: 'failed', awaits: null })).toBe('not_done')
  })

  test('a finding is contradicted only by the opposite answer of the bank', () => {
    expect(isContradicted('done', 'not_done')).toBe(true)
    expect(isContradicted('not_done', 'done')).toBe(true)
    expect(isContradicted('done', 'done')).toBe(false)
    expect(isContradicted('done', 'open')).toBe(false)
    expect(isContradicted(null, 'done')).toBe(false)
  })

  test('a finding is needed once the service has given up, or has looked up for an hour', () => {
    const open = { answer: 'open', gateway_response: {}, created_at: minutesAgo(5) } as const
    expect(needsFinding(open, now)).toBe(false)
    expect(needsFinding({ ...open, created_at: minutesAgo(61) }, now)).toBe(true)
    expect(needsFinding({ ...open, created_at: minutesAgo(60) }, now)).toBe(true)
    expect(needsFinding({ ...open, created_at: minutesAgo(59) }, now)).toBe(false)
    const unresolved_since = minutesAgo(1)
    expect(needsFinding({ ...open, gateway_response: { unresolved_since } }, now)).toBe(true)
    const pending_operation = { unresolved_since: minutesAgo(1) }
    expect(needsFinding({ ...open, gateway_response: { pending_operation } }, now)).toBe(true)
    expect(needsFinding({ ...open, answer: 'done', created_at: minutesAgo(61) }, now)).toBe(false)
  })
})
