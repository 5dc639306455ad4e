import { firstRow, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row, Store } from '../store/store.ts'

/** As far as everything that a processor has reported was taken in: applied, refused, or journaled as waiting. */
interface PositionDocument {
  /** When the newest of it was reported, ms since the epoch. */
  readonly read_to: number
}

/** How far back every pass reads once more, ms: a processor may add to what it has reported. */
const overlapMs = 24 * 60 * 60_000

/** Two clocks that keep time differ by less, ms. */
const skewMs = 60 * 60_000

const noAccount = ''

export interface Position {
  readonly row: Row<PositionDocument> | null
  /** From when on to ask, ms. */
  readonly since: number
}

export async function readPosition(store: Pick<Store, 'get'>, processor: string): Promise<Position> {
  const row = await store.get<PositionDocument>('reconciliation_position', noAccount, processor)
  return { row, since: row === null ? 0 : Math.max(0, row.document.read_to - overlapMs) }
}

/**
 * An entry that bears a time to come is taken in, but is no position: what is reported from now on, and bears the right
 * time, would lie before it.
 * @param verified clock.verified(), ms
 */
export const isPosition = (reportedAt: number, verified: number): boolean => reportedAt <= verified + skewMs

/** Never back; another node that has moved it meanwhile has read the same. */
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
