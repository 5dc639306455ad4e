import Libsql from 'libsql'
import pg from 'pg'

/** The requests to a database since the count began. */
export interface Counted {
  /** Number of committed transactions: each waits for the disk once. */
  readonly commits: number
  /** How often each statement ran; on PostgreSQL each is one round trip. */
  readonly statements: ReadonlyMap<string, { readonly runs: number; readonly ms: number }>
}

export interface StatementCount {
  /** Returns the counts since the last call, and resets them. */
  take(): Counted
}

function counter() {
  let commits = 0
  let statements = new Map<string, { runs: number; ms: number }>()
  return {
    count: (sql: string, ms: number) => {
      const known = statements.get(sql) ?? { runs: 0, ms: 0 }
      statements.set(sql, { runs: known.runs + 1, ms: known.ms + ms })
      if (/^\s*COMMIT/i.test(sql)) commits += 1
    },
    take: (): Counted => {
      const counted = { commits, statements }
      commits = 0
      statements = new Map()
      return counted
    },
  }
}

/**
 * Counts the statements on the SQLite database that is opened next. Its log is kept without checkpoints meanwhile, so
 * that the log's length equals the bytes written.
 */
export function countSqlite(): StatementCount {
  const { count, take } = counter()
  const { exec, prepare } = Libsql.prototype
  let counted: Libsql.Database | null = null
  Libsql.prototype.exec = function (this: Libsql.Database, sql: string) {
    const answer = exec.call(this, sql)
    if (counted === null && sql.includes('journal_mode = WAL')) {
      counted = this
      exec.call(this, 'PRAGMA wal_autocheckpoint = 0')
    }
    return answer
  } as typeof exec
  Libsql.prototype.prepare = function (this: Libsql.Database, sql: string) {
    const statement = prepare.call(this, sql)
    if (this !== counted) return statement
    for (const method of ['run', 'get', 'all'] as const) {
      const run = statement[method].bind(statement) as (...values: unknown[]) => unknown
      Object.defineProperty(statement, method, {
        value: (...values: unknown[]) => {
          const began = performance.now()
          try {
            return run(...values)
          } finally {
            count(sql, performance.now() - began)
          }
        },
      })
    }
    return statement
  } as typeof prepare
  return { take }
}

/** Counts the statements on every connection to PostgreSQL from now on. */
export function countPostgres(): StatementCount {
  const { count, take } = counter()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { readonly text?: string }]
    count(typeof asked === 'string' ? asked : (asked.text ?? '?'), 0)
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return { take }
}
