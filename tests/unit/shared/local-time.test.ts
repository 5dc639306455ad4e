import { expect, test } from 'vitest'
import { dayAt, momentOf } from '../../../src-shared/local-time.ts'

const evening = '2026-01-31T23:30:00Z'

test('the date at a place is that of its time zone', () => {
  expect(dayAt(evening, 'UTC')).toBe('2026-01-31')
  expect(dayAt(evening, 'Europe/Paris')).toBe('2026-02-01')
  expect(dayAt(Date.parse('2026-02-01T04:30:00Z'), 'America/Toronto')).toBe('2026-01-31')
})

test('a time zone that the browser does not know counts as UTC', () => {
  expect(dayAt(evening, 'Etc/Unknown')).toBe('2026-01-31')
})

test.each([
  ['before the clocks go forward', '2026-03-08T01:30:00', '2026-03-08T07:30:00.000Z'],
  ['after the clocks go forward', '2026-03-08T03:30:00', '2026-03-08T08:30:00.000Z'],
  ['after the clocks go back', '2026-11-01T02:30:00', '2026-11-01T08:30:00.000Z'],
  ['to the millisecond', '2026-06-01T12:00:00.300', '2026-06-01T17:00:00.300Z'],
  ['with its own offset', '2026-06-01T12:00:00+02:00', '2026-06-01T10:00:00.000Z'],
])('a local time is a moment of its time zone: %s', (_, text, moment) => {
  expect(new Date(momentOf(text, 'America/Chicago')).toISOString()).toBe(moment)
})
