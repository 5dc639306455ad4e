import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { firstEventIdAt } from '../../../src-shared/ids.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { createTexts, type TextOf } from '../json.ts'
import { documentBefore } from '../row-writes.ts'
import { type RawRecord, toRecord } from '../rows.ts'
import {
  boundStatus,
  type CommitFailure,
  type Expected,
  type IdempotencyRecord,
  type IdempotencyWrite,
  idempotencyWindowMs,
  type Kind,
  type OutboxEvent,
  type Row,
  type Write,
  type WriteSet,
} from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import { type Run, runOf, type Statement, sqlByKind, wordsRunsOf } from './statements.ts'

type Statements = (sql: string) => Statement

/** An event is pending only if there is an enabled endpoint. */
const insertEvent = `INSERT INTO events (id, account_id, type, created_at, sequence, object, kind, resource_id, pending)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT 1 FROM webhook_endpoints WHERE status = 'enabled' LIMIT 1))`
/** The kinds whose rows an event may refer to instead of holding a copy: those that the view event_log supports. */
const referable: ReadonlySet<Kind> = new Set(['payment_intent', 'payment'])
/** How much longer copies are kept than the events that show them, in ms. */
export const copiesKeptLongerMs = 86_400_000

const recordColumns = 'scope, fingerprint, created_at, status, body'
const insertRecord = `INSERT INTO idempotency_records (${recordColumns}) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (scope) DO UPDATE SET
    fingerprint = excluded.fingerprint, created_at = excluded.created_at,
    status = excluded.status, body = excluded.body`
/** A key is free again after its window. */
const claim = `${insertRecord} WHERE created_at <= excluded.created_at - ${idempotencyWindowMs}`
const hasNoAnswer = `(status IS NULL OR status = ${boundStatus})`
/** A save also completes the claim that its own request took earlier. */
const save = `${claim} OR (${hasNoAnswer} AND fingerprint = excluded.fingerprint)`
const release = `DELETE FROM idempotency_records WHERE scope = ? AND ${hasNoAnswer}`

/** A statement of a set. */
export interface Step extends Run {
  /** The row that the statement must find; if it changes none, another writer was faster. */
  readonly guards?: { readonly resource: Kind; readonly id: string }
}

/** A set with all values computed, so that the transaction does only the database's own work. */
export interface PreparedSet {
  readonly idempotency?: IdempotencyWrite | undefined
  readonly steps: readonly Step[]
}

/** Writes the sets of a store. */
export interface SetWriter {
  /** Resolves when the set is on disk or refused; rejects when the engine failed. */
  readonly write: (set: PreparedSet) => Promise<Result<number, CommitFailure>>
  /** Number of sets that are neither written nor refused. */
  readonly waiting: () => number
  /** Resolves when everything requested is written. */
  readonly close: () => Promise<void>
}

/** Starts a writer for a database file whose tables exist. */
export type StartWriter = (file: string) => SetWriter

/** @throws on a column that holds neither text, number nor boolean. */
export const prepareSet = ({
  idempotency,
  writes,
  expects = [],
  events = [],
  textOf = createTexts(),
}: WriteSet): PreparedSet => ({
  idempotency,
  steps: [
    ...expects.map(stepOfExpected),
    ...writes.flatMap((write, at) => stepsOf(write, heldBy(write, writes.slice(0, at)), textOf)),
    ...events.map((event) => ({ sql: insertEvent, values: eventValues(event, writes, textOf) })),
  ],
})

const stepOfExpected = ({ kind, account_id, id, version }: Expected): Step => ({
  sql: sqlByKind[kind].expect,
  values: [account_id, id, version],
  guards: { resource: kind, id },
})

/** A row whose document is also embedded in another document. */
type Held = Row | null

/** Returns the intent's payment if the same set updates it before the intent: its copy has been made by then. */
function heldBy({ kind, ...write }: Write, before: readonly Write[]): Held {
  if (kind !== 'payment_intent' || write.op !== 'update') return null
  const { latest_payment: payment } = write.row.document as Pick<PaymentIntent, 'latest_payment'>
  const changed = before.find(
    (one) => one.kind === 'payment' && one.op === 'update' && one.row.id === payment?.id,
  )
  return changed?.op === 'update' ? changed.row : null
}

function stepsOf(write: Write, held: Held, textOf: TextOf): readonly Step[] {
  const { account_id, id } = write.op === 'delete' ? write : write.row
  const steps: Step[] = []
  if (write.op !== 'insert' && referable.has(write.kind) && !isSameDocument(write)) {
    const { keepForEvents, keepWithout } = sqlByKind[write.kind]
    steps.push(
      held === null
        ? { sql: keepForEvents, values: [account_id, id] }
        : { sql: keepWithout, values: [account_id, id, held.id, held.version - 1] },
    )
  }
  const { sql, values } = runOf(write, textOf)
  steps.push(write.op === 'delete' ? { sql, values } : { sql, values, guards: { resource: write.kind, id } })
  steps.push(...wordsRunsOf(write))
  return steps
}

/** Whether the row is rewritten with the same document: events keep referring to it. */
const isSameDocument = (write: Write): boolean =>
  write.op === 'update' && documentBefore(write.row) === write.row.document

/**
 * Whether the event would be kept longer than the copy of its row, so that it must hold its own. Copies expire by
 * updated_at (purgeEvents), events by the time in their ids; after a fast clock is corrected, ids continue from the
 * latest one and so are dated ahead.
 */
const isDatedAhead = (eventId: string, { updated_at }: Row): boolean =>
  eventId >= firstEventIdAt(updated_at + copiesKeptLongerMs)

function eventValues(event: OutboxEvent, writes: readonly Write[], textOf: TextOf): readonly ColumnValue[] {
  const { id, account_id, type, created_at, sequence, object } = event
  const subject = writes.find((write) => write.op !== 'delete' && write.row.document === object)
  const isShown = subject !== undefined && subject.op !== 'delete' && subject.row.version === sequence
  return isShown && referable.has(subject.kind) && !isDatedAhead(id, subject.row)
    ? [id, account_id, type, created_at, sequence, null, subject.kind, subject.row.id]
    : [id, account_id, type, created_at, sequence, textOf(object), null, null]
}

/**
 * Runs a set inside the open transaction. After a failure some of it may have been written: the caller rolls back.
 * @returns the number of rows its statements changed. @throws when the engine refuses (a CHECK, a full disk).
 */
export function applyWriteSet(statement: Statements, set: PreparedSet): Result<number, CommitFailure> {
  // The key first: for a retry the saved answer matters more than the current state of its rows.
  const taken = set.idempotency === undefined ? null : applyIdempotency(statement, set.idempotency)
  if (taken !== null) return err({ kind: 'idempotency_taken', record: taken })
  let touched = 0
  for (const { sql, values, guards } of set.steps) {
    if (guards === undefined) touched += statement(sql).run(values).changes
    else if (changesOne(statement(sql), values)) touched += 1
    else return err({ kind: 'version_conflict', ...guards })
  }
  return ok(touched)
}

function changesOne(statement: Statement, values: readonly ColumnValue[]): boolean {
  try {
    return statement.run(values).changes === 1
  } catch (error) {
    // Another request has inserted the row, or one that excludes it (one success per intent), since it was looked up.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')

/** Returns status and body of a record without an answer. */
const boundTo = (id: string | undefined) =>
  id === undefined ? ([null, null] as const) : ([boundStatus, id] as const)

/** @returns the record that holds the key, or null when the write got it. */
function applyIdempotency(statement: Statements, write: IdempotencyWrite): IdempotencyRecord | null {
  if (write.op === 'release') {
    statement(release).run([write.scope])
    return null
  }
  const { scope, fingerprint, created_at } = write.claim
  const changes =
    write.op === 'claim'
      ? statement(claim).run([scope, fingerprint, created_at, ...boundTo(write.bound)]).changes
      : statement(save).run([scope, fingerprint, created_at, write.status, write.body]).changes
  return changes === 1 ? null : readIdempotencyRecord(statement, scope)
}

export function readIdempotencyRecord(statement: Statements, scope: string): IdempotencyRecord | null {
  const found = statement(`SELECT ${recordColumns} FROM idempotency_records WHERE scope = ?`).get([scope]) as
    | RawRecord
    | undefined
  return found === undefined ? null : toRecord(scope, found)
}
