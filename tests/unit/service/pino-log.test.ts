import { describe, expect, test } from 'vitest'
import { maskLine } from '../../../src-service/pino-log.ts'

/** The last check before a line is written: card numbers and keys that got this far are masked. */
describe('a line of the log', () => {
  test.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '378282246310005',
    '6011111111111117',
  ])('a line of the log never contains the card number %s', (number) => {
    const line = maskLine(JSON.stringify({ msg: `refused ${number}.`, number }))
    expect(line).not.toContain(number)
    expect(line).toBe('{"msg":"refused [digits].","number":"[digits]"}')
  })

  test('a line of the log never contains a key', () => {
    const key = 'sk_wUxC7lTxwL7Uj9lA16qK3k5k6EaJMrIKraq1p454MoM'
    expect(maskLine(`{"msg":"key ${key} and pk_${'a'.repeat(43)}"}`)).toBe(
      '{"msg":"key sk_[key] and pk_[key]"}',
    )
  })

  test('a line of the log keeps its time, its ids and its amounts', () => {
    const line =
      '{"time":"2026-11-21T04:48:03.287Z","pid":28289,"id":"pi_01m7y6xfgvx5mcymtcgn08nhd3","amount":123456789012}'
    expect(maskLine(line)).toBe(line)
  })
})
