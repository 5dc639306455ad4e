import type { EventType } from '../../src-shared/api/event-types.ts'
import type { Result } from '../../src-shared/result.ts'
import type { TextOf } from './json.ts'

/**
 * The store's port: resources are rows, a commit is one atomic write set. Two engines implement it (SQLite embedded,
 * PostgreSQL standalone) and pass the same conformance suite. This file is independent of SQL.
 */

/** Every kind of resource the service stores; each has its own table (tables.ts). */
export type Kind =
  | 'tenant'
  | 'business'
  | 'account'
  | 'api_key'
  | 'payment_intent'
  | 'payment'
  | 'payment_method'
  | 'payment_method_intent'
  | 'checkout_session'
  | 'vault_entry'
  | 'service_secret'
  | 'customer'
  | 'customer_account'
  | 'security_code'
  | 'gift_card'
  | 'gift_card_entry'
  | 'terminal'
  | 'terminal_session'
  | 'terminal_operation'
  | 'terminal_link'
  | 'service_node'
  | 'activation_code'
  | 'fee'
  | 'gateway_report'
  | 'quarantine'
  | 'refund'
  | 'settlement'
  | 'settlement_check'
  | 'settlement_record'
  | 'processing_plan'
  | 'time_mark'
  | 'reconciled_entry'
  | 'reconciliation_position'
  | 'sandbox_entry'
  | 'sandbox_report'
  | 'message_log'
  | 'location'
  | 'user'
  | 'user_session'
  | 'contractor_application'
  | 'contractor'
  | 'transaction'
  | 'webhook_endpoint'
  | 'webhook_delivery'
  | 'application'
  | 'application_document'
  | 'audit_anchor'
  | 'payment_note'
  | 'audit_counter'

/** A stored resource. `account_id` comes first in every key; it is '' for resources that no account owns. */
export interface Row<Document = unknown> {
  readonly account_id: string
  readonly id: string
  /** Starts at 1 and increases by one with each update; guards against lost updates. */
  readonly version: number
  /** Milliseconds since the epoch. */
  readonly created_at: number
  readonly updated_at: number
  readonly document: Document
  /** The row as it was read; absent in new rows. It lets an update write less (sqlite/statements.ts). */
  readonly read?: ReadRow
}

/** A version that was read; immutable. */
export type ReadRow = Pick<Row, 'version' | 'document'>

export type Write =
  | { readonly op: 'insert'; readonly kind: Kind; readonly row: Row }
  /** Replaces the row whose version is `row.version - 1`; any other version fails the whole set. */
  | { readonly op: 'update'; readonly kind: Kind; readonly row: Row }
  | { readonly op: 'delete'; readonly kind: Kind; readonly account_id: string; readonly id: string }

/** A row that a set depends on without changing it: with any other version, or without the row, the set fails. */
export interface Expected {
  readonly kind: Kind
  readonly account_id: string
  readonly id: string
  readonly version: number
}

/** An event of the transactional outbox (section 6), written in the same commit as the change that it reports. */
export interface OutboxEvent {
  readonly id: string
  readonly account_id: string
  readonly type: string
  readonly created_at: number
  /** The version of the resource in the event: of two events of one resource, the higher is the newer. */
  readonly sequence: number
  readonly object: unknown
}

/** An event as a decision publishes it. */
export type NewEvent = Pick<OutboxEvent, 'account_id' | 'object'> & { readonly type: EventType }

/** Selects events: newest first, but pending ones oldest first. */
export interface EventQuery {
  /** Only events of these accounts. Pending events are read for all accounts. */
  readonly accountIds?: readonly string[]
  readonly type?: string
  /** Only events whose deliveries are not recorded yet. */
  readonly pending?: true
  /** Ids strictly before (older than) this one. */
  readonly before?: string
  /** Ids strictly after (newer than) this one; returned in the same order. */
  readonly after?: string
  readonly limit: number
}

/** Scope and key of an idempotent request (section 8), and the hash of its body. */
export interface IdempotencyClaim {
  /** tenant + account + method + path + key, joined. */
  readonly scope: string
  /** Hash of the canonical JSON body. */
  readonly fingerprint: string
  readonly created_at: number
}

/** Section 8: a saved answer is valid for one hour, in ms; after that a commit may take the key again. */
export const idempotencyWindowMs = 3_600_000

/**
 * Stored instead of an answer's status: the key is bound to the resource that its request started (`body` is that
 * resource's id), and the answer is still pending.
 */
export const boundStatus = 0

/** Stored instead of an answer's status: the request was carried out, but its answer could not be saved. */
export const lostStatus = 1

export type IdempotencyWrite =
  /** Takes the key for a running request, and may bind it at once; fails the set when the key is taken. */
  | { readonly op: 'claim'; readonly claim: IdempotencyClaim; readonly bound?: string }
  /** Takes the key (or completes the claim) with a successful answer, or binds it (status `boundStatus`). */
  | { readonly op: 'save'; readonly claim: IdempotencyClaim; readonly status: number; readonly body: string }
  /** Releases a claim after a failure, bound or not: only successes are saved. */
  | { readonly op: 'release'; readonly scope: string }

export interface IdempotencyRecord extends IdempotencyClaim {
  /** Null while the first request is running. */
  readonly answer: { readonly status: number; readonly body: string } | null
  /** The id of the resource that the request started, while it has no answer; null when nothing was started. */
  readonly bound: string | null
}

/** Committed atomically. */
export interface WriteSet {
  readonly writes: readonly Write[]
  readonly expects?: readonly Expected[]
  readonly events?: readonly OutboxEvent[]
  readonly idempotency?: IdempotencyWrite
  /** Serializes documents; given when the caller needs the JSON as well. */
  readonly textOf?: TextOf
}

export type CommitFailure =
  /** A row, written or expected, was changed, removed or inserted by someone else since it was read. */
  | { readonly kind: 'version_conflict'; readonly resource: Kind; readonly id: string }
  /** The idempotency key is taken; `record` has the saved answer, if any. */
  | { readonly kind: 'idempotency_taken'; readonly record: IdempotencyRecord }

/** A condition on one searchable column (tables.ts declares which those are). */
export type Condition =
  | {
      readonly column: string
      readonly is: '=' | '>=' | '<=' | '<' | '>' | 'in'
      readonly value: string | number | readonly (string | number)[]
    }
  /** The column, stored in lower case, contains this text (name-columns.ts). */
  | { readonly column: string; readonly is: 'contains'; readonly value: string }
  | { readonly column: string; readonly is: 'null' | 'not null' }
  | WordCondition

/** The row has this word in one of these fields (tables.ts, words; intent-words.ts has the bits). Only for searches. */
export interface WordCondition {
  readonly column: 'words'
  readonly is: 'has'
  readonly value: string
  readonly fields: number
}

export interface Query {
  /** Omit both to list the rows of all accounts. */
  readonly account_id?: string
  /** Several accounts (for a key that reaches them): each is read by its own index, up to the limit. */
  readonly account_ids?: readonly string[]
  readonly where?: readonly Condition[]
  /** Rows strictly after (older than) this position in (created_at, id) descending order. */
  readonly after?: { readonly created_at: number; readonly id: string }
  /** Rows strictly before (newer than) this position; also returned newest first. */
  readonly before?: { readonly created_at: number; readonly id: string }
  /** An integer column: sorts by it, lowest first, instead of newest first. Not with a position, accounts or words. */
  readonly leastOf?: string
  readonly limit: number
}

/** One row of several that are read together. */
export interface Wanted {
  readonly kind: Kind
  /** If omitted, the row may belong to any account. */
  readonly accountId?: string
  /** The indexed column for the look-up; of several rows the newest is returned. Default: id. */
  readonly by?: string
  /** The value of that column: a text, or the value of `column` in the row of the earlier part number `of`. */
  readonly is: string | { readonly of: number; readonly column: string }
}

/** Sums the column `of` for each value of the text column `by`. */
export interface SumsQuery {
  readonly of: string
  readonly by: string
  readonly where: readonly [Condition, ...Condition[]]
}

/** Separate exact sums of the positive and of the negative amounts, in cents. */
export interface Sum {
  readonly group: string
  readonly above: bigint
  readonly below: bigint
}

/** Selects the values of the text column `by` that have a row whose integer `of` is at most `upTo`. */
export interface ValuesQuery {
  readonly by: string
  readonly of: string
  readonly upTo: number
}

/**
 * Sorted by an integer column, then by id, both in the same direction. Word conditions require a sort by created_at.
 */
export interface Search {
  readonly accountIds: readonly string[]
  readonly where: readonly Condition[]
  readonly sort: { readonly column: string; readonly direction: 'asc' | 'desc' }
  /** Rows strictly after this position in that order; earlier rows are neither returned nor counted. */
  readonly after?: { readonly key: number; readonly id: string }
  readonly offset: number
  readonly limit: number
}

export interface SearchResult<Document> {
  readonly rows: readonly Row<Document>[]
  /** The number of rows; if not `exact`, a lower bound that is always above the number shown so far. */
  readonly total: number
  readonly exact: boolean
}

/** Thrown by a commit whose outcome is unknown: the engine may have written it, or may still write it. */
export interface UnansweredCommit extends Error {
  readonly outcomeUnknown: true
}

export const isUnanswered = (error: unknown): error is UnansweredCommit =>
  error instanceof Error && 'outcomeUnknown' in error && error.outcomeUnknown === true

export interface Store {
  /** Whether other processes may use the same database: unfinished work found in it may be theirs. */
  readonly shared: boolean
  get<Document>(kind: Kind, accountId: string, id: string): Promise<Row<Document> | null>
  /** Looks a row up by id alone, for keys that reach several accounts. */
  find<Document>(kind: Kind, id: string): Promise<Row<Document> | null>
  /**
   * Returns the row from this process's cache; null when it is not cached, even if it exists. Another process may have
   * changed it since, so it must not be used to answer or refuse a request: only for a decision that changes the row,
   * whose commit detects that (commit.ts, Carried).
   */
  remembered<Document>(kind: Kind, accountId: string, id: string): Row<Document> | null
  /** Reads several rows with one statement, hence in one snapshot; null for each that does not exist. */
  together<Documents extends readonly unknown[]>(
    wanted: {
      readonly [Place in keyof Documents]: Wanted
    },
  ): Promise<{ readonly [Place in keyof Documents]: Row<NonNullable<Documents[Place]>> | null }>
  /** Newest first: (created_at, id) descending. Reads its own writes. */
  list<Document>(kind: Kind, query: Query): Promise<readonly Row<Document>[]>
  /** One statement over one index for any number of rows. Sorted by group. Reads its own writes. */
  sums(kind: Kind, query: SumsQuery): Promise<readonly Sum[]>
  /**
   * Returns the values of a column, the one with the lowest number first. Uses an index of both columns with one step
   * per value, however many rows have it. Reads its own writes.
   */
  valuesUpTo(kind: Kind, query: ValuesQuery): Promise<readonly string[]>
  /** Returns one page and the number of rows, which is counted only as far as that is quick. Reads its own writes. */
  search<Document>(kind: Kind, search: Search): Promise<SearchResult<Document>>
  /** The engine's time, in ms since the epoch: for a shared database, the one clock that all nodes have in common. */
  now(): Promise<number>
  idempotencyRecord(scope: string): Promise<IdempotencyRecord | null>
  /**
   * Resolves when the set is durable (on disk). Rejects when the engine failed (disk full, CHECK violated) and nothing
   * was written, or with UnansweredCommit. Concurrent commits may share one transaction, but each set succeeds or fails
   * on its own.
   */
  commit(set: WriteSet): Promise<Result<void, CommitFailure>>
  /** Number of commits that are requested but not settled. */
  waiting(): number
  /**
   * Removes saved answers created before `answersBefore`, and claims created before `claimsBefore` (ms), which belong
   * to processes that died. @returns the number removed.
   */
  purgeIdempotency(times: { readonly answersBefore: number; readonly claimsBefore: number }): Promise<number>
  event(id: string): Promise<OutboxEvent | null>
  events(query: EventQuery): Promise<readonly OutboxEvent[]>
  /** Marks these events as no longer pending, because their deliveries are recorded. */
  settleEvents(ids: readonly string[]): Promise<void>
  /**
   * Removes the oldest events created before `before` (ms), and their copies, at most `most` at a time. @returns how
   * many.
   */
  purgeEvents(asked: { readonly before: number; readonly most: number }): Promise<number>
  /**
   * Counts keys taken after `since` as taken at `createdAt` (ms): downtime of the service must not use up their window.
   */
  keepIdempotency(times: { readonly since: number; readonly createdAt: number }): Promise<void>
  close(): Promise<void>
}
