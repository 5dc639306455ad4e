import { describe, expect, test } from 'vitest'
import { localStamp, momentOf } from '../../../../../src-shared/local-time.ts'

describe('the time on a receipt', () => {
  const moment = Date.parse('2026-11-21T05:04:03Z')

  test.each([
    ['UTC', '20261121050403'],
    ['America/New_York', '20261121000403'],
    ['America/Los_Angeles', '20261120210403'],
  ])("the time on a receipt is the merchant's local time in %s, as YYYYMMDDHHMMSS", (zone, stamp) => {
    expect(localStamp(moment, zone)).toBe(stamp)
  })

  test('the time on a receipt is UTC when the time zone is unknown', () => {
    expect(localStamp(moment, 'Mars/Olympus')).toBe('20261121050403')
  })
})

describe('an ISO 8601 time', () => {
  test.each([
    ['2026-11-21T14:05:00Z', 'Asia/Tokyo', '2026-11-21T14:05:00.000Z'],
    ['2026-11-21T14:05:00.250+02:00', 'Asia/Tokyo', '2026-11-21T12:05:00.250Z'],
    ['2026-11-21T14:05:00', 'Asia/Tokyo', '2026-11-21T05:05:00.000Z'],
    ['2026-11-21T14:05:00.5', 'America/New_York', '2026-11-21T19:05:00.500Z'],
    ['2026-07-21T14:05', 'America/New_York', '2026-07-21T18:05:00.000Z'],
    ['2026-03-08T01:30:00', 'America/New_York', '2026-03-08T06:30:00.000Z'],
    ['2026-03-08T03:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-21T14:05:00', 'Mars/Olympus', '2026-11-21T14:05:00.000Z'],
  ])('%s at a merchant in %s is %s', (text, zone, moment) => {
    expect(new Date(momentOf(text, zone)).toISOString()).toBe(moment)
  })
})
