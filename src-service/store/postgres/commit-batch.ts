import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { CommitFailure, IdempotencyRecord, Kind, WriteSet } from '../store.ts'
import { commitStatement, lockedRow } from './commit-statement.ts'
import type { createPreparedNames } from './connection.ts'
import { commitError, conflictOfUnique, isRefusedData, isUndoneByOthers } from './failures.ts'
import { holdsKeyAgainst, readRecords } from './idempotency.ts'
import { type Payload, parametersOf, type Shape } from './set-payload.ts'

export type Outcome = Result<void, CommitFailure>

/** A write set with its callback; `error` when the engine failed. */
export interface Pending {
  readonly set: WriteSet
  readonly payload: Payload
  readonly settle: (result: { readonly outcome: Outcome } | { readonly error: Error }) => void
}

/** Maximum attempts of a commit that other transactions keep aborting. */
const maximumTries = 10

/**
 * Commits, with one statement, sets of one shape that share no rows or keys, and settles each of them. Never rejects. A
 * statement without an answer is never sent again: it may have been written.
 */
export function createBatchCommit(pool: pg.Pool, prepared: ReturnType<typeof createPreparedNames>) {
  const texts = new Map<string, string>()
  const textOf = (shape: Shape): string => {
    const text = texts.get(shape.name) ?? commitStatement(shape)
    texts.set(shape.name, text)
    return text
  }

  /** Settles sets that were not written, according to the idempotency records of their keys. */
  const settleFailures = async (failed: readonly Pending[], locked: LockedRows, tries: number) => {
    let records: Records
    try {
      records = await readRecords(
        pool,
        failed.flatMap(({ set }) => scopeToTake(set)),
      )
    } catch (error) {
      for (const pending of failed) pending.settle({ error: commitError(error) })
      return
    }
    for (const pending of failed) {
      const failure = failureOf(pending, locked.get(pending), records)
      if (failure !== null) pending.settle({ outcome: err(failure) })
      else if (tries < maximumTries) await run([pending], tries + 1)
      else pending.settle({ error: new Error('the idempotency key was taken and given back all the time') })
    }
  }

  const runAgain = async (batch: readonly Pending[], error: unknown, tries: number): Promise<void> => {
    if (isUndoneByOthers(error) && tries < maximumTries) {
      await delay(Math.random() * 2 ** tries * 4)
      await run(batch, tries + 1)
    } else if (isRefusedData(error)) await runApart(batch, error, tries)
    else for (const pending of batch) pending.settle({ error: commitError(error) })
  }

  const runApart = async (batch: readonly Pending[], error: unknown, tries: number): Promise<void> => {
    const [only] = batch
    if (batch.length === 1 && only !== undefined) {
      const conflict = conflictOfUnique(error, only.set)
      only.settle(conflict === null ? { error: commitError(error) } : { outcome: err(conflict) })
      return
    }
    const half = Math.ceil(batch.length / 2)
    await run(batch.slice(0, half), tries)
    await run(batch.slice(half), tries)
  }

  const run = async (batch: readonly Pending[], tries: number): Promise<void> => {
    const [first] = batch
    if (first === undefined) return
    const statement = prepared(textOf(first.payload.shape))
    const values = parametersOf(batch.map(({ payload }) => payload))
    let answer: ReturnType<typeof readAnswer>
    try {
      const { rows } = await pool.query<AnswerRow>({ ...statement, values, rowMode: 'array' })
      answer = readAnswer(batch, rows)
      // The driver keeps a statement's objects for a while; this frees the values that were sent
      // (docs/performance/service.md, What V8 makes slow).
      values.length = 0
    } catch (error) {
      await runAgain(batch, error, tries)
      return
    }
    const { good, locked } = answer
    for (const pending of good) pending.settle({ outcome: ok(undefined) })
    const failed = batch.filter((pending) => !good.has(pending))
    if (failed.length > 0) await settleFailures(failed, locked, tries)
  }

  return (batch: readonly Pending[]): Promise<void> =>
    run(
      [...batch].sort((one, other) => (one.payload.first < other.payload.first ? -1 : 1)),
      0,
    )
}

type AnswerRow = [n: number, locked: string | null]
type Records = ReadonlyMap<string, IdempotencyRecord>
/** Each row as `lockedRow` names it. */
type LockedRows = ReadonlyMap<Pending, ReadonlySet<string>>

function readAnswer(batch: readonly Pending[], rows: readonly AnswerRow[]) {
  const good = new Set<Pending>()
  const locked = new Map<Pending, Set<string>>()
  for (const [n, row] of rows) {
    const pending = batch[n - 1]
    if (pending === undefined)
      throw new Error('PostgreSQL returned an outcome for a write set that is not in the batch')
    if (row === null) good.add(pending)
    else locked.set(pending, (locked.get(pending) ?? new Set()).add(row))
  }
  return { good, locked }
}

const scopeToTake = ({ idempotency }: WriteSet): readonly string[] =>
  idempotency === undefined || idempotency.op === 'release' ? [] : [idempotency.claim.scope]

/** Checks the key before the rows. @returns null when the key was taken but has been released since. */
function failureOf(
  { set }: Pending,
  locked: ReadonlySet<string> | undefined,
  records: Records,
): CommitFailure | null {
  const [scope] = scopeToTake(set)
  const record = scope === undefined ? undefined : records.get(scope)
  const { idempotency } = set
  if (record !== undefined && idempotency !== undefined && idempotency.op !== 'release') {
    if (holdsKeyAgainst(record, idempotency)) return { kind: 'idempotency_taken', record }
  }
  const isLocked = (op: 'update' | 'expect', kind: Kind, id: string) =>
    locked?.has(lockedRow(op, kind, id)) === true
  const changed = set.expects?.find(({ kind, id }) => !isLocked('expect', kind, id))
  if (changed !== undefined) return { kind: 'version_conflict', resource: changed.kind, id: changed.id }
  const missing = set.writes.find(
    (write) => write.op === 'update' && !isLocked('update', write.kind, write.row.id),
  )
  if (missing?.op !== 'update') return null
  return { kind: 'version_conflict', resource: missing.kind, id: missing.row.id }
}
