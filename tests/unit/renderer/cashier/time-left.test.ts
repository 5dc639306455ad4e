import { describe, expect, test } from 'vitest'
import { timeLeft, transactionMs } from '../../../../src-renderer/cashier/time-left.ts'

const now = Date.parse('2026-11-21T14:05:00.000Z')
const inMs = (ms: number) => timeLeft(new Date(now + ms).toISOString(), now)

describe('the time left', () => {
  test.each([
    [150_000, '2:30'],
    [125_000, '2:05'],
    [60_000, '1:00'],
    [59_999, '1:00'],
    [9_000, '0:09'],
    [1, '0:01'],
    [0, '0:00'],
  ])('the time left of %i ms reads %s', (ms, text) => {
    expect(inMs(ms).text).toBe(text)
  })

  test('the time left is never negative', () => {
    expect(inMs(-5_000)).toMatchObject({ seconds: 0, text: '0:00', share: 0 })
  })

  test('the time left never exceeds the 2 min 30 s of section 8, even when the clocks differ', () => {
    expect(inMs(660_000)).toMatchObject({ text: '2:30', share: 1 })
  })

  test('the ring empties as the time runs out', () => {
    expect(inMs(transactionMs / 2).share).toBeCloseTo(0.5)
  })

  test('the time left is urgent for the last 30 seconds', () => {
    expect(inMs(31_000).urgent).toBe(false)
    expect(inMs(30_000).urgent).toBe(true)
  })
})
