import type pg from 'pg'
import { firstEventIdAt } from '../../../src-shared/ids.ts'
import {
  accountEventsSql,
  eventColumns,
  eventsOldestFirstSql,
  lastEventId,
  noEventId,
  oneEventSql,
  type RawEvent,
  readsBackwards,
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
      const { text, order } = accountEventsSql(query, eventColumns, 'reach.account', parameter)
      const across = `SELECT leg.* FROM unnest($1::text[]) AS reach (account) CROSS JOIN LATERAL (${text}) AS leg ${order}`
      const found = await read(across, values)
      return readsBackwards(query) ? found.reverse() : found
    },
    async settleEvents(ids) {
      await pool.query(settleEventsSql, [ids])
    },
    purgeEvents: async ({ before, most }) =>
      (await pool.query(purgeEventsSql, [firstEventIdAt(before), most])).rowCount ?? 0,
  }
}

/**
 * Nodes from before migration 50 mark pending events in `events` itself, and delete events without their row in
 * `pending_events`. Such rows must not take a place on the page, because a short page counts as the last.
 */
const pendingEventsSql = eventsOldestFirstSql(`
  (SELECT id FROM pending_events AS pending WHERE id > $1 AND id < $2
    AND EXISTS (SELECT FROM events WHERE events.id = pending.id) ORDER BY id LIMIT $3)
  UNION ALL (SELECT id FROM events WHERE pending = 1 AND id > $1 AND id < $2 ORDER BY id LIMIT $3)
  ORDER BY id LIMIT $3`)

const settleEventsSql = `WITH settled AS (DELETE FROM pending_events WHERE id = ANY($1))
  UPDATE events SET pending = NULL WHERE pending = 1 AND id = ANY($1)`

/** Also deletes pending rows of events that a node from before migration 50 has removed: they would never be found. */
const purgeEventsSql = `WITH old AS MATERIALIZED (SELECT id FROM events WHERE id < $1 ORDER BY id LIMIT $2),
  unsettled AS (DELETE FROM pending_events WHERE id < $1)
  DELETE FROM events WHERE id IN (SELECT id FROM old)`
