import type { CommitFailure, UnansweredCommit, WriteSet } from '../store.ts'
import { tables } from '../tables.ts'

/**
 * An error reported by PostgreSQL. Other errors also have a `code`, possibly of the same length (EPIPE), but no
 * severity.
 */
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
 * The server or a proxy (PgBouncer: 08P01) does not know the outcome of the statement itself: class 08 is connection
 * errors, 40003 is `statement_completion_unknown`.
 */
const isOfUnknownOutcome = ({ code }: ServerError): boolean => code.startsWith('08') || code === '40003'

/** A conflicting transaction caused this one to be rolled back: it may be retried. */
export const isUndoneByOthers = (error: unknown): boolean =>
  isServerError(error) && (error.code === '40001' || error.code === '40P01')

/** The data were rejected and the statement was rolled back: only one of several sets may be at fault. */
export const isRefusedData = (error: unknown): boolean =>
  isServerError(error) && (error.code.startsWith('22') || error.code.startsWith('23'))

/**
 * Another request has inserted the row, or one that excludes it (one success per intent), since it was looked up.
 * @returns null for any other error.
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

/** `disk_full`. Callers learn of it (http/full-disk.ts). */
const diskFull = '53100'

/** Returns an error that is safe for callers and logs: PostgreSQL's own contains the whole rejected row. */
export function commitError(error: unknown): Error {
  if (!isServerError(error) || isOfUnknownOutcome(error)) {
    const reason = error instanceof Error ? error.message : String(error)
    const unanswered = new Error(`the commit was not answered, its outcome is unknown: ${reason}`)
    return Object.assign(unanswered, { outcomeUnknown: true as const }) satisfies UnansweredCommit
  }
  const where = [error.code, error.table, error.constraint].filter((part) => part !== undefined).join(' ')
  const refused = new Error(`PostgreSQL refused the commit (${where})`)
  return error.code === diskFull ? Object.assign(refused, { code: diskFull }) : refused
}

/** When all addresses of a host name refuse the connection, the error has no message of its own. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
