import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../store/row-writes.ts'
import type { Row, Store } from '../store/store.ts'

/** The position up to which all reports of a processor were applied, refused, or journaled as waiting. */
interface PositionDocument {
  /** When the newest of these entries was reported, in ms since the epoch. */
  readonly read_to: number
}

/** How far back every pass reads again, in ms, because a processor may add earlier entries later. */
const overlapMs = 24 * 60 * 60_000

/** Maximum difference of two correct clocks, in ms. */
const skewMs = 60 * 60_000

export interface Position {
  readonly row: Row<PositionDocument> | null
  /** Start of the period to ask for, in ms. */
  readonly since: number
}

export async function readPosition(store: Pick<Store, 'get'>, processor: string): Promise<Position> {
  const row = await store.get<PositionDocument>('reconciliation_position', noAccount, processor)
  return { row, since: row === null ? 0 : Math.max(0, row.document.read_to - overlapMs) }
}

/**
 * Whether the time of an entry may become the position. An entry with a time in the future is applied but does not move
 * the position: entries that are reported from now on, with the right time, would be before it.
 * @param verified clock.verified(), ms
 */
export const isPosition = (reportedAt: number, verified: number): boolean => reportedAt <= verified + skewMs

/** Moves the position, never back. If another node has moved it in the meantime, it has read the same entries. */
export async function movePosition(
  store: Pick<Store, 'commit'>,
  processor: string,
  { row }: Position,
  { read_to, now }: PositionDocument & { readonly now: number },
): Promise<void> {
  if (read_to <= (row?.document.read_to ?? 0)) return
  const write =
    row === null
      ? insertOf('reconciliation_position', firstRow(noAccount, processor, { read_to }, now))
      : updateOf('reconciliation_position', nextRow(row, { read_to }, now))
  await store.commit({ writes: [write] })
}
