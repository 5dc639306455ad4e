import type pg from 'pg'
import { firstIdAt } from '../../../src-shared/ids.ts'
import {
  accountEventsSql,
  eventsOldestFirstSql,
  lastEventId,
  noEventId,
  oneEventSql,
  type RawEvent,
  toEvent,
} from '../event-sql.ts'
import type { Store } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import { storable } from './dialect.ts'

export function createEventReads(
  pool: pg.Pool,
): Pick<Store, 'event' | 'events' | 'settleEvents' | 'purgeEvents'> {
  const read = async (text: string, values: readonly (ColumnValue | readonly string[])[]) => {
    const { rows } = await pool.query<RawEvent & unknown[]>({ text, values: [...values], rowMode: 'array' })
    return rows.map(toEvent)
  }
  return {
    event: async (id) => (await read(oneEventSql('$1'), [storable(id)]))[0] ?? null,
    async events(query) {
      const { pending, after = noEventId, before = lastEventId, limit, accountIds = [] } = query
      if (pending) return read(pendingEventsSql, [after, before, limit])
      const values: (ColumnValue | readonly string[])[] = [accountIds]
      const parameter = (value: string | number) => `$${values.push(storable(value))}`
      const { text, order, backwards } = accountEventsSql(query, 'reach.account', parameter)
      const across = `SELECT leg.* FROM unnest($1::text[]) AS reach (account) CROSS JOIN LATERAL (${text}) AS leg ${order}`
      const found = await read(across, values)
      return backwards ? found.reverse() : found
    },
    async settleEvents(ids) {
      await pool.query(settleEventsSql, [ids])
    },
    purgeEvents: async ({ before, most }) =>
      (await pool.query(purgeEventsSql, [firstIdAt('event', before), most])).rowCount ?? 0,
  }
}

/**
 * Nodes of before migration 50 mark the events themselves, and remove them without what is pending of them: that fills no
 * page, for a short one is the last.
 */
const pendingEventsSql = eventsOldestFirstSql(`
  (SELECT id FROM pending_events AS pending WHERE id > $1 AND id < $2
    AND EXISTS (SELECT FROM events WHERE events.id = pending.id) ORDER BY id LIMIT $3)
  UNION ALL (SELECT id FROM events WHERE pending = 1 AND id > $1 AND id < $2 ORDER BY id LIMIT $3)
  ORDER BY id LIMIT $3`)

const settleEventsSql = `WITH settled AS (DELETE FROM pending_events WHERE id = ANY($1))
  UPDATE events SET pending = NULL WHERE pending = 1 AND id = ANY($1)`

/** Also what is pending of events that a node of before migration 50 has removed: it would be looked for in vain, for ever. */
const purgeEventsSql = `WITH old AS MATERIALIZED (SELECT id FROM events WHERE id < $1 ORDER BY id LIMIT $2),
  unsettled AS (DELETE FROM pending_events WHERE id < $1)
  DELETE FROM events WHERE id IN (SELECT id FROM old)`
