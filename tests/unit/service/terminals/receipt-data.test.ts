import { describe, expect, test } from 'vitest'
import { localStamp } from '../../../../src-service/terminals/receipt-data.ts'

describe('the time on a receipt', () => {
  const moment = Date.parse('2026-11-21T05:04:03Z')

  test.each([
    ['UTC', '20261121050403'],
    ['America/New_York', '20261121000403'],
    ['America/Los_Angeles', '20261120210403'],
  ])('is that of the merchant in %s, as YYYYMMDDHHMMSS', (zone, stamp) => {
    expect(localStamp(moment, zone)).toBe(stamp)
  })

  test('is UTC where the zone is not known', () => {
    expect(localStamp(moment, 'Mars/Olympus')).toBe('20261121050403')
  })
})
