import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure, WriteSet } from '../store.ts'
import type { Database } from './database.ts'
import type { Statement } from './statements.ts'
import { applyWriteSet, type PreparedSet, prepareSet } from './write-set.ts'

type Outcome = Result<void, CommitFailure>

interface Waiting {
  readonly set: PreparedSet
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** More would let the first of them wait too long for the last. */
const maximumBatch = 512

/**
 * All commits that are asked for within one turn of the event loop share one transaction, hence one fsync. Each
 * set still stands or falls alone: when one fails the transaction is rolled back and run anew, set by set, each
 * in a savepoint. Failures are rare, so that the usual way pays for no savepoints.
 */
export function createGroupCommit(database: Database, statement: (sql: string) => Statement) {
  let waiting: Waiting[] = []
  const run = (sql: string) => statement(sql).run([])

  const runTogether = (batch: readonly Waiting[]): boolean => {
    run('BEGIN IMMEDIATE')
    try {
      for (const { set } of batch) {
        if (!applyWriteSet(statement, set).ok) {
          run('ROLLBACK')
          return false
        }
      }
      run('COMMIT')
      return true
    } catch {
      if (database.inTransaction) run('ROLLBACK')
      return false
    }
  }

  const runInSavepoint = (set: PreparedSet): { outcome: Outcome } | { error: unknown } => {
    run('SAVEPOINT one_set')
    try {
      const outcome = applyWriteSet(statement, set)
      if (!outcome.ok) run('ROLLBACK TO one_set')
      run('RELEASE one_set')
      return { outcome }
    } catch (error) {
      // A full disk ends the whole transaction, a violated CHECK only its statement.
      if (!database.inTransaction) throw error
      run('ROLLBACK TO one_set')
      run('RELEASE one_set')
      return { error }
    }
  }

  const runApart = (batch: readonly Waiting[]): void => {
    run('BEGIN IMMEDIATE')
    let results: readonly ({ outcome: Outcome } | { error: unknown })[]
    try {
      results = batch.map(({ set }) => runInSavepoint(set))
      run('COMMIT')
    } catch (error) {
      if (database.inTransaction) run('ROLLBACK')
      throw error
    }
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index]
      if (result === undefined) reject(new Error('a write set was left out of its batch'))
      else if ('error' in result) reject(result.error)
      else resolve(result.outcome)
    })
  }

  const flush = (): void => {
    if (waiting.length === 0) return
    const batch = waiting.slice(0, maximumBatch)
    waiting = waiting.slice(maximumBatch)
    if (waiting.length > 0) setImmediate(flush)
    try {
      if (runTogether(batch)) for (const { resolve } of batch) resolve({ ok: true, value: undefined })
      else runApart(batch)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    commit: (set: WriteSet): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ set: prepareSet(set), resolve, reject })
      }),
    /** Writes what still waits, at once. */
    flushAll: (): void => {
      while (waiting.length > 0) flush()
    },
  }
}
