import pg from 'pg'
import type { MoveMark } from '../move-marks.ts'

export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database`, with `?sslmode=` and the like. */
  readonly connectionString: string
  /** Maximum number of connections; default 12. */
  readonly connections?: number
  /** Maximum time for one statement's answer, in ms, after which it fails with an unknown outcome; default 20 000. */
  readonly answerTimeoutMs?: number
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void
  /** Called when the database is of an older version, before it is migrated. */
  readonly onUpdating?: (() => void) | undefined
  /** The move mark of the SQLite file in the service's own folder. */
  readonly moved?: MoveMark | null | undefined
}

/** Returns a readable name of the database, without the password. */
export function placeOf(connectionString: string): string {
  const { hostname, port, pathname } = new URL(connectionString)
  return `${hostname}${port === '' ? '' : `:${port}`}${pathname}`
}

/**
 * Every statement of the store can use an index. Other plans are disabled, because the planner would use the table
 * sizes at the time when the statement was prepared, and scan whole tables for minutes after they have grown.
 * synchronous_commit is turned on, so that an answered commit is on disk whatever the role's settings are. Settings
 * that an engine lacks are skipped.
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

/** The server cancels a statement before the client gives up, so that it is not written after that. */
const serverShare = 0.75

const bigintType = 20

/** 64-bit integers are parsed as numbers: the CHECKs keep all of them within 2^53 - 1. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === bigintType && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
}

/** Creates a pool, which connects on first use and reconnects after connections broke. */
export function createPool(options: PostgresOptions): pg.Pool {
  const answerTimeoutMs = options.answerTimeoutMs ?? 20_000
  const onConnected = settings(Math.floor(answerTimeoutMs * serverShare))
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: 'countertop',
    max: options.connections ?? 12,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // Without it a statement would wait forever on a silently broken connection.
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    types,
    onConnect: async (client) => {
      // The server may close a connection while no listener is attached; without this handler the process would crash.
      client.on('error', () => {})
      await client.query(onConnected)
    },
  })
  pool.on('error', (error) => options.onConnectionLost?.(error))
  return pool
}

/** Maximum number of prepared statements, because each takes memory in every connection. */
const maximumPrepared = 200

/** Assigns names for prepared statements to the first texts; later texts are not prepared. */
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
