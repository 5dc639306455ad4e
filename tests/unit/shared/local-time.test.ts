import { expect, test } from 'vitest'
import { dayAt } from '../../../src-shared/local-time.ts'

const evening = '2026-01-31T23:30:00Z'

test('the date at a place is that of its time zone', () => {
  expect(dayAt(evening, 'UTC')).toBe('2026-01-31')
  expect(dayAt(evening, 'Europe/Paris')).toBe('2026-02-01')
  expect(dayAt(Date.parse('2026-02-01T04:30:00Z'), 'America/Toronto')).toBe('2026-01-31')
})

test('a time zone that the browser does not know counts as UTC', () => {
  expect(dayAt(evening, 'Etc/Unknown')).toBe('2026-01-31')
})
