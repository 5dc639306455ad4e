import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure } from '../store.ts'
import type { Database } from './durable-file.ts'
import type { Statement } from './statements.ts'
import { applyWriteSet, type PreparedSet } from './write-set.ts'

/** The result of one set of a batch: the number of rows it changed, why it was refused, or the engine's error. */
export type Settled = { readonly outcome: Result<number, CommitFailure> } | { readonly error: unknown }

/**
 * Writes many sets in one transaction, hence with one fsync. Each set still succeeds or fails on its own: if one fails,
 * the transaction is rolled back and repeated set by set, each in a savepoint. Failures are rare, so the normal case
 * does without savepoints.
 */
export function createBatchCommit(database: Database, statement: (sql: string) => Statement) {
  const run = (sql: string) => statement(sql).run([])

  const commitTogether = (sets: readonly PreparedSet[]): readonly Settled[] | null => {
    run('BEGIN IMMEDIATE')
    try {
      const settled: Settled[] = []
      for (const set of sets) {
        const outcome = applyWriteSet(statement, set)
        if (!outcome.ok) {
          run('ROLLBACK')
          return null
        }
        settled.push({ outcome })
      }
      run('COMMIT')
      return settled
    } catch {
      if (database.inTransaction) run('ROLLBACK')
      return null
    }
  }

  const runInSavepoint = (set: PreparedSet): Settled => {
    run('SAVEPOINT one_set')
    try {
      const outcome = applyWriteSet(statement, set)
      if (!outcome.ok) run('ROLLBACK TO one_set')
      run('RELEASE one_set')
      return { outcome }
    } catch (error) {
      // A full disk rolls back the whole transaction, a violated CHECK only its statement.
      if (!database.inTransaction) throw error
      run('ROLLBACK TO one_set')
      run('RELEASE one_set')
      return { error }
    }
  }

  const commitApart = (sets: readonly PreparedSet[]): readonly Settled[] => {
    run('BEGIN IMMEDIATE')
    try {
      const settled = sets.map(runInSavepoint)
      run('COMMIT')
      return settled
    } catch (error) {
      if (database.inTransaction) run('ROLLBACK')
      throw error
    }
  }

  /** @throws when the engine fails (disk full): then nothing of any set is written. */
  return (sets: readonly PreparedSet[]): readonly Settled[] => commitTogether(sets) ?? commitApart(sets)
}
