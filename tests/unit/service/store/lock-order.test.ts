import { expect, test } from 'vitest'
import { payloadOf } from '../../../../src-service/store/postgres/set-payload.ts'
import { firstRow, updateOf } from '../../../../src-service/store/row-writes.ts'

const expected = (id: string) => ({ kind: 'user', account_id: 'ten_1', id, version: 1 }) as const

test('rows that a set expects are locked in the order of their ids, as those that it updates are', () => {
  const { json, first } = payloadOf({ writes: [], expects: [expected('usr_b'), expected('usr_a')] })
  expect(json.indexOf('usr_a')).toBeLessThan(json.indexOf('usr_b'))
  // Sets of one statement are sorted by it.
  expect(first).toBe('usr_a')
})

test('a set that updates rows is sorted by the first of those', () => {
  const row = firstRow('ten_1', 'usr_m', { type: 'BUSINESS', email: 'a@example.com' }, 1)
  const { first } = payloadOf({ writes: [updateOf('user', row)], expects: [expected('usr_a')] })
  expect(first).toBe('usr_m')
})
