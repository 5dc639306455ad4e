import type { CommitFailure, UnansweredCommit, WriteSet } from '../store.ts'
import { tables } from '../tables.ts'

/** What PostgreSQL reported of an error. Others have a `code` as well, which may be as long (EPIPE), but no severity. */
interface ServerError extends Error {
  readonly code: string
  readonly severity: string
  readonly table?: string
  readonly constraint?: string
  readonly detail?: string
}

const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'severity' in error &&
  typeof error.severity === 'string'

/**
 * The server, or what stands between (PgBouncer: 08P01), does not know itself what became of the statement: class 08 is about
 * connections, 40003 is `statement_completion_unknown`.
 */
const isOfUnknownOutcome = ({ code }: ServerError): boolean => code.startsWith('08') || code === '40003'

/** Someone else's transaction was in the way, and this one was undone: it may be tried again. */
export const isUndoneByOthers = (error: unknown): boolean =>
  isServerError(error) && (error.code === '40001' || error.code === '40P01')

/** The data themselves were refused, and the statement was undone: of several sets only one need be to blame. */
export const isRefusedData = (error: unknown): boolean =>
  isServerError(error) && (error.code.startsWith('22') || error.code.startsWith('23'))

/**
 * Somebody else inserted the row, or what excludes it (one success per intent), since it was looked for.
 * @returns null when the error is another one.
 */
export function conflictOfUnique(error: unknown, set: WriteSet): CommitFailure | null {
  if (!isServerError(error) || error.code !== '23505') return null
  const candidates = set.writes.flatMap((write) =>
    write.op !== 'delete' && tables[write.kind].name === error.table ? [write] : [],
  )
  const culprit = candidates.find(({ row }) => error.detail?.includes(row.id)) ?? candidates[0]
  if (culprit === undefined) return null
  return { kind: 'version_conflict', resource: culprit.kind, id: culprit.row.id }
}

/** The error as callers and logs may see it: PostgreSQL's own carries the whole refused row. */
export function commitError(error: unknown): Error {
  if (!isServerError(error) || isOfUnknownOutcome(error)) {
    const reason = error instanceof Error ? error.message : String(error)
    const unanswered = new Error(`the commit was not answered, its outcome is unknown: ${reason}`)
    return Object.assign(unanswered, { outcomeUnknown: true as const }) satisfies UnansweredCommit
  }
  const where = [error.code, error.table, error.constraint].filter((part) => part !== undefined).join(' ')
  return new Error(`PostgreSQL refused the commit (${where})`)
}

/** A refused connection to several addresses of a name has no message of its own. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
