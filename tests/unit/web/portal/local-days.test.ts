import { afterEach, expect, test } from 'vitest'
import { endOfDay, localDay, startOfDay } from '../../../../src-web/portal/local-days.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('a day begins and ends at midnight of the time zone in which the lists show their times', () => {
  process.env.TZ = 'America/Los_Angeles'
  expect(startOfDay('2026-11-21')).toBe('2026-11-21T08:00:00.000Z')
  expect(endOfDay('2026-11-21')).toBe('2026-11-22T07:59:59.999Z')
})

test('a day of 25 hours ends at midnight', () => {
  process.env.TZ = 'America/Los_Angeles'
  expect(startOfDay('2026-11-01')).toBe('2026-11-01T07:00:00.000Z')
  expect(endOfDay('2026-11-01')).toBe('2026-11-02T07:59:59.999Z')
})

test('a day that begins at 1:00, because the clock skips its first hour, ends at midnight', () => {
  process.env.TZ = 'Africa/Cairo'
  expect(startOfDay('2026-04-24')).toBe('2026-04-23T22:00:00.000Z')
  expect(endOfDay('2026-04-24')).toBe('2026-04-24T20:59:59.999Z')
})

test('in the evening it is still the same day, although the next one has begun in UTC', () => {
  process.env.TZ = 'America/Los_Angeles'
  expect(localDay(Date.parse('2026-11-22T05:00:00Z'))).toBe('2026-11-21')
})

test('a text that is no day goes to the service as it was typed', () => {
  expect(startOfDay('12026-01-01')).toBe('12026-01-01')
  expect(endOfDay('12026-01-01')).toBe('12026-01-01')
})
