import type pg from 'pg'
import { type RawRecord, toRecord } from '../rows.ts'
import { type IdempotencyRecord, type IdempotencyWrite, idempotencyWindowMs, type Store } from '../store.ts'
import { storable } from './dialect.ts'

const read = {
  name: 'store_idempotency',
  text: `SELECT scope, fingerprint, created_at, status, body
    FROM idempotency_records WHERE scope = ANY($1)`,
}

/** @returns the existing records, by scope. */
export async function readRecords(
  pool: pg.Pool,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, IdempotencyRecord>> {
  if (scopes.length === 0) return new Map()
  const asked = new Map(scopes.map((scope) => [storable(scope), scope]))
  const { rows } = await pool.query<RawRecord & { readonly scope: string }>({
    ...read,
    values: [[...asked.keys()]],
  })
  return new Map(
    rows.map((row) => {
      const scope = asked.get(row.scope) ?? row.scope
      return [scope, toRecord(scope, row)]
    }),
  )
}

/** Whether the record keeps the write from taking the key: the same rule as in commit-statement.ts. */
export function holdsKeyAgainst(
  record: IdempotencyRecord,
  write: Exclude<IdempotencyWrite, { op: 'release' }>,
): boolean {
  if (record.created_at <= write.claim.created_at - idempotencyWindowMs) return false
  const completes = record.answer === null && record.fingerprint === write.claim.fingerprint
  return !(write.op === 'save' && completes)
}

export async function purgeRecords(
  pool: pg.Pool,
  { answersBefore, claimsBefore }: Parameters<Store['purgeIdempotency']>[0],
): Promise<number> {
  const purge = async (state: 'NOT NULL' | 'NULL', before: number) => {
    const text = `DELETE FROM idempotency_records WHERE status IS ${state} AND created_at < $1`
    return (await pool.query(text, [before])).rowCount ?? 0
  }
  return (await purge('NOT NULL', answersBefore)) + (await purge('NULL', claimsBefore))
}

export async function keepRecords(
  pool: pg.Pool,
  { since, createdAt }: Parameters<Store['keepIdempotency']>[0],
): Promise<void> {
  const text = 'UPDATE idempotency_records SET created_at = $1 WHERE created_at > $2 AND created_at < $1'
  await pool.query(text, [createdAt, since])
}

export async function serverTime(pool: pg.Pool): Promise<number> {
  const text = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now'
  const { rows } = await pool.query<{ readonly now: number }>(text)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not answer its time')
  return row.now
}
