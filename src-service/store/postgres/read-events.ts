import type pg from 'pg'
import {
  accountEventsSql,
  lastEventId,
  oneEventSql,
  pendingEventsSql,
  type RawEvent,
  toEvent,
} from '../event-sql.ts'
import type { Store } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import { storable } from './dialect.ts'

export function createEventReads(pool: pg.Pool): Pick<Store, 'event' | 'events' | 'settleEvents'> {
  const read = async (text: string, values: readonly (ColumnValue | readonly string[])[]) => {
    const { rows } = await pool.query<RawEvent & unknown[]>({ text, values: [...values], rowMode: 'array' })
    return rows.map(toEvent)
  }
  return {
    event: async (id) => (await read(oneEventSql('$1'), [storable(id)]))[0] ?? null,
    async events(query) {
      const { pending, before = lastEventId, limit, accountIds = [] } = query
      if (pending)
        return read(
          pendingEventsSql((number) => `$${number}`),
          [before, limit],
        )
      const values: (ColumnValue | readonly string[])[] = [accountIds]
      const parameter = (value: string | number) => `$${values.push(storable(value))}`
      const { text, order, backwards } = accountEventsSql(query, 'reach.account', parameter)
      const across = `SELECT leg.* FROM unnest($1::text[]) AS reach (account) CROSS JOIN LATERAL (${text}) AS leg ${order}`
      const found = await read(across, values)
      return backwards ? found.reverse() : found
    },
    async settleEvents(ids) {
      await pool.query('UPDATE events SET pending = NULL WHERE id = ANY($1)', [ids])
    },
  }
}
