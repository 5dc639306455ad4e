import type { EventQuery, OutboxEvent } from './store.ts'

/** An event as both engines return it, in the order of `eventColumns`. */
export type RawEvent = readonly [string, string, string, number, number, string]
export const eventColumns = 'id, account_id, type, created_at, sequence, object'

export const toEvent = ([id, account_id, type, created_at, sequence, object]: RawEvent): OutboxEvent => ({
  ...{ id, account_id, type, created_at, sequence },
  object: JSON.parse(object) as unknown,
})

export const oneEventSql = (parameter: string): string =>
  `SELECT ${eventColumns} FROM event_log WHERE id = ${parameter}`

/** Returns SQL for events, oldest first (in id order). @param ids a query that returns their ids */
export const eventsOldestFirstSql = (ids: string): string =>
  `SELECT ${eventColumns} FROM event_log WHERE id IN (${ids}) ORDER BY id`

/** Sorts after every event id. */
export const lastEventId = 'evt_~'
/** Sorts before every event id. */
export const noEventId = ''

/** Whether a page continues to newer events. */
export const readsBackwards = ({ before, after }: Pick<EventQuery, 'before' | 'after'>): boolean =>
  after !== undefined && before === undefined

/**
 * Returns SQL for the events of one account, nearest to the cursor first.
 * @param account SQL expression of the account's id
 */
export function accountEventsSql<Value>(
  query: EventQuery,
  columns: 'id' | typeof eventColumns,
  account: string,
  parameter: (value: string | number) => Value,
): { readonly text: string; readonly order: string } {
  const { type, before, after, limit } = query
  const conditions = [
    `account_id = ${account}`,
    ...(type === undefined ? [] : [`type = ${parameter(type)}`]),
    ...(before === undefined ? [] : [`id < ${parameter(before)}`]),
    ...(after === undefined ? [] : [`id > ${parameter(after)}`]),
  ]
  const direction = readsBackwards(query) ? 'ASC' : 'DESC'
  const order = `ORDER BY id ${direction} LIMIT ${parameter(limit)}`
  return { text: `SELECT ${columns} FROM event_log WHERE ${conditions.join(' AND ')} ${order}`, order }
}
