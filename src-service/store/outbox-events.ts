import type { IdSource } from '../../src-shared/ids.ts'
import type { NewEvent, OutboxEvent, Write } from './store.ts'

/** Returns the events of a decision as they are written with its rows. @param now ms */
export const outboxEvents = (
  events: readonly NewEvent[],
  writes: readonly Write[],
  { now, newId }: { readonly now: number; readonly newId: IdSource },
): OutboxEvent[] =>
  events.map(
    ({ account_id, type, object }): OutboxEvent => ({
      id: newId('event'),
      account_id,
      type,
      created_at: now,
      sequence: sequenceOf(object, writes),
      object,
    }),
  )

/** Returns the version of the resource in an event: that of the row with its id, or for a terminal with its hsn. */
function sequenceOf(object: unknown, writes: readonly Write[]): number {
  const { id, hsn } = object as { readonly id?: string; readonly hsn?: string }
  const shown = writes.find((write) => write.op !== 'delete' && write.row.id === (id ?? hsn))
  return shown === undefined || shown.op === 'delete' ? 0 : shown.row.version
}
