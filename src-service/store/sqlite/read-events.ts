import { setImmediate as turn } from 'node:timers/promises'
import {
  accountEventsSql,
  eventsOldestFirstSql,
  lastEventId,
  noEventId,
  oneEventSql,
  type RawEvent,
  toEvent,
} from '../event-sql.ts'
import type { EventQuery, OutboxEvent, Store } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import type { Statement } from './statements.ts'

export const pendingEventsSql = eventsOldestFirstSql(
  'SELECT id FROM events WHERE pending = 1 AND id > ?1 AND id < ?2 ORDER BY id LIMIT ?3',
)

/** Accounts read before yielding to the event loop. */
const accountsAtOnce = 100

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

  /** Reads up to `limit` events of each account by its own index, and keeps the nearest. */
  async function ofAccounts(query: EventQuery): Promise<readonly OutboxEvent[]> {
    const found: OutboxEvent[] = []
    const { accountIds = [], limit } = query
    for (const [index, accountId] of accountIds.entries()) {
      const values: ColumnValue[] = [accountId]
      const { text } = accountEventsSql(query, '?1', (value) => `?${values.push(value)}`)
      found.push(...read(text, values))
      if (index % accountsAtOnce === accountsAtOnce - 1) await turn()
    }
    const newestFirst = found.sort((one, other) => (one.id < other.id ? 1 : -1))
    const backwards = query.after !== undefined && query.before === undefined
    return backwards ? newestFirst.slice(-limit) : newestFirst.slice(0, limit)
  }
}
