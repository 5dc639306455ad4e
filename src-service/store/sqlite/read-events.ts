import {
  accountEventsSql,
  eventsOldestFirstSql,
  lastEventId,
  noEventId,
  oneEventSql,
  type RawEvent,
  readsBackwards,
  toEvent,
} from '../event-sql.ts'
import type { EventQuery, OutboxEvent, Store } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import { firstOfAccounts } from './first-of-accounts.ts'
import type { Statement } from './statements.ts'

export const pendingEventsSql = eventsOldestFirstSql(
  'SELECT id FROM events WHERE pending = 1 AND id > ?1 AND id < ?2 ORDER BY id LIMIT ?3',
)

const eventsWithIdsSql = eventsOldestFirstSql('SELECT value FROM json_each(?1)')

/** @param raw prepares a statement that returns rows as arrays */
export function createEventReads(raw: (sql: string) => Statement): Pick<Store, 'event' | 'events'> {
  const read = (sql: string, values: readonly ColumnValue[]) =>
    (raw(sql).all(values) as unknown as RawEvent[]).map(toEvent)
  return {
    event: async (id) => read(oneEventSql('?1'), [id])[0] ?? null,
    async events(query) {
      const { pending, after = noEventId, before = lastEventId, limit } = query
      if (pending) return read(pendingEventsSql, [after, before, limit])
      return ofAccounts(query)
    },
  }

  /** Reads only ids of all accounts: an event's copy of its resource has several kilobytes. */
  async function ofAccounts(query: EventQuery): Promise<readonly OutboxEvent[]> {
    const { accountIds = [], limit } = query
    const ids = await firstOfAccounts<string>(
      { accountIds, limit },
      readsBackwards(query) ? oldestFirst : (one, other) => oldestFirst(other, one),
      (accounts) => {
        const values: ColumnValue[] = [JSON.stringify(accounts)]
        const { text } = accountEventsSql(
          { ...query, limit: 1 },
          'id',
          'given.value',
          (value) => `?${values.push(value)}`,
        )
        const sql = `SELECT given.value FROM json_each(?1) AS given WHERE EXISTS (${text})`
        return (raw(sql).all(values) as [string][]).map(([id]) => id)
      },
      (accountId) => {
        const values: ColumnValue[] = [accountId]
        const { text } = accountEventsSql(query, 'id', '?1', (value) => `?${values.push(value)}`)
        return (raw(text).all(values) as [string][]).map(([id]) => id)
      },
    )
    return read(eventsWithIdsSql, [JSON.stringify(ids)]).reverse()
  }
}

const oldestFirst = (one: string, other: string): number => (one < other ? -1 : 1)
