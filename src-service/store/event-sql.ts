import type { EventQuery, OutboxEvent } from './store.ts'

/** An event as both engines return it, in the order of `eventColumns`. */
export type RawEvent = readonly [string, string, string, number, number, string]
const eventColumns = 'id, account_id, type, created_at, sequence, object'

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

/**
 * Returns SQL for the events of one account, nearest to the cursor first. @param account SQL expression of the
 * account's id
 */
export function accountEventsSql<Value>(
  { type, before, after, limit }: EventQuery,
  account: string,
  parameter: (value: string | number) => Value,
): { readonly text: string; readonly order: string; readonly backwards: boolean } {
  const backwards = after !== undefined && before === undefined
  const conditions = [
    `account_id = ${account}`,
    ...(type === undefined ? [] : [`type = ${parameter(type)}`]),
    ...(before === undefined ? [] : [`id < ${parameter(before)}`]),
    ...(after === undefined ? [] : [`id > ${parameter(after)}`]),
  ]
  const order = `ORDER BY id ${backwards ? 'ASC' : 'DESC'} LIMIT ${parameter(limit)}`
  const text = `SELECT ${eventColumns} FROM event_log WHERE ${conditions.join(' AND ')} ${order}`
  return { text, order, backwards }
}
