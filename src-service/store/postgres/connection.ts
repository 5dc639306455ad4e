import pg from 'pg'
import type { MoveMark } from '../move-marks.ts'

export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database`, with `?sslmode=` and the like. */
  readonly connectionString: string
  /** Connections at most; default 12. */
  readonly connections?: number
  /** Milliseconds for one statement's answer, after which it is an error and its outcome unknown; default 20 000. */
  readonly answerTimeoutMs?: number
  /** Told of idle connections that broke; the pool replaces them. */
  readonly onConnectionLost?: (error: Error) => void
  /** The database is an older program's, and is brought forward before it opens. */
  readonly onUpdating?: (() => void) | undefined
  /** How the folder's own SQLite was moved to PostgreSQL. */
  readonly moved?: MoveMark | null | undefined
}

/** The database as people know it, without the password. */
export function placeOf(connectionString: string): string {
  const { hostname, port, pathname } = new URL(connectionString)
  return `${hostname}${port === '' ? '' : `:${port}`}${pathname}`
}

/**
 * Every statement of the store is served by an index. The planner is configured for it, because it would judge by how small
 * the tables were when the statement was prepared, and read them whole for minutes after they have grown. A commit
 * that was answered is on the disk, whatever the role's settings say. Settings that an engine lacks are passed over.
 */
const settings = (statementTimeoutMs: number) => `
  SELECT set_config(name, CASE name
      WHEN 'synchronous_commit' THEN 'on'
      WHEN 'statement_timeout' THEN '${statementTimeoutMs}'
      ELSE 'off'
    END, false)
  FROM pg_settings
  WHERE name IN ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'statement_timeout')
     OR (name = 'synchronous_commit' AND setting = 'off')`

/** The server gives a statement up before we do: what we no longer wait for is then not written later. */
const serverShare = 0.75

const bigintType = 20

/** Numbers of 64 bits arrive as numbers: the CHECKs keep every one of them within 2^53 - 1. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === bigintType && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
}

/** The pool connects when it is first used, and anew after connections broke. */
export function createPool(options: PostgresOptions): pg.Pool {
  const answerTimeoutMs = options.answerTimeoutMs ?? 20_000
  const onConnected = settings(Math.floor(answerTimeoutMs * serverShare))
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: 'countertop',
    max: options.connections ?? 12,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // Without it a statement would wait forever on a line that died silently.
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    types,
    onConnect: async (client) => {
      // A connection may still get the server's notice that it ends when nobody listens to it any more: no reason to crash.
      client.on('error', () => {})
      await client.query(onConnected)
    },
  })
  pool.on('error', (error) => options.onConnectionLost?.(error))
  return pool
}

/** Texts that are prepared once per connection: at most so many, for each takes memory in every connection. */
const maximumPrepared = 200

/** Gives each of the first texts it is asked for a name to be prepared under, and the others none. */
export function createPreparedNames(): (text: string) => { readonly name?: string; readonly text: string } {
  const named = new Map<string, { readonly name: string; readonly text: string }>()
  return (text) => {
    const known = named.get(text)
    if (known !== undefined) return known
    if (named.size >= maximumPrepared) return { text }
    const made = { name: `store_${named.size}`, text }
    named.set(text, made)
    return made
  }
}
