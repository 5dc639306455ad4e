import Libsql from 'libsql'
import { beforeAll, expect, test, vi } from 'vitest'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import type { EventQuery, OutboxEvent, Query, Store } from '../../../../src-service/store/store.ts'
import { insert, intentDocument, row, start } from './store-samples.ts'

/** More accounts than the store reads before it answers other requests. Their rows and events interleave. */
const accountIds = Array.from({ length: 230 }, (_, at) => `acct_${at}`)
const eachHas = 4
const ids: string[] = []
let store: Store

beforeAll(async () => {
  store = createSqliteStore(':memory:')
  for (let nth = 0; nth < eachHas; nth += 1) {
    // Neither in the order of the accounts nor against it.
    const order = accountIds.map((_, at) => (at * 89) % accountIds.length)
    for (const at of order) {
      const account_id = accountIds[at] ?? ''
      const number = String(ids.length).padStart(4, '0')
      const at_ms = start + ids.length
      const kept = row(intentDocument(), { id: `pi_${number}`, account_id, created_at: at_ms })
      const event: OutboxEvent = {
        ...{
          id: `evt_${number}`,
          account_id,
          type: 'v2.payment_intent.created',
          created_at: at_ms,
          sequence: 1,
        },
        object: { id: kept.id },
      }
      ids.push(number)
      const outcome = await store.commit({ writes: [insert('payment_intent', kept)], events: [event] })
      expect(outcome.ok).toBe(true)
    }
  }
  return () => store.close()
})

const newestFirst = (numbers: readonly string[]) => numbers.toReversed()

test('a list of many accounts has the nearest rows of all, newest first, in both directions', async () => {
  const listed = async (query: Omit<Query, 'limit'>) => {
    const rows = await store.list('payment_intent', { account_ids: accountIds, ...query, limit: 7 })
    return rows.map(({ id }) => id.slice('pi_'.length))
  }
  const place = { created_at: start + 400, id: 'pi_0400' }
  expect(await listed({})).toEqual(newestFirst(ids.slice(-7)))
  expect(await listed({ after: place })).toEqual(newestFirst(ids.slice(393, 400)))
  expect(await listed({ before: place })).toEqual(newestFirst(ids.slice(401, 408)))
})

test('the events of many accounts are the nearest of all, newest first, in both directions', async () => {
  const listed = async (query: Omit<EventQuery, 'limit'>) =>
    (await store.events({ accountIds, ...query, limit: 7 })).map(({ id }) => id.slice('evt_'.length))
  expect(await listed({})).toEqual(newestFirst(ids.slice(-7)))
  expect(await listed({ before: 'evt_0400' })).toEqual(newestFirst(ids.slice(393, 400)))
  expect(await listed({ after: 'evt_0400' })).toEqual(newestFirst(ids.slice(401, 408)))
  expect(await listed({ after: 'evt_0395', before: 'evt_0400' })).toEqual(newestFirst(ids.slice(396, 400)))
})

// An event has a copy of its resource. Those of a partner with thousands of accounts do not fit in memory.
test('a page of the events of many accounts reads the copies of its own events only', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const page = await store.events({ accountIds, limit: 3 })
  const parsed = parse.mock.calls.length
  parse.mockRestore()
  expect(page).toHaveLength(3)
  expect(parsed).toBe(3)
})

test('accounts without any row or event cost a hundredth of a statement each', async () => {
  const others = Array.from({ length: 5_000 }, (_, at) => `acct_other_${at}`)
  const reached = [...others, ...accountIds.slice(0, 2)]
  const some = new Libsql(':memory:')
  const all = vi.spyOn(Object.getPrototypeOf(some.prepare('SELECT 1')) as { all(): unknown }, 'all')
  const rows = await store.list('payment_intent', { account_ids: reached, limit: 7 })
  const events = await store.events({ accountIds: reached, limit: 7 })
  const statements = all.mock.calls.length
  all.mockRestore()
  some.close()
  expect([rows.length, events.length]).toEqual([2 * eachHas - 1, 2 * eachHas - 1])
  expect(statements).toBeLessThan(120)
})
