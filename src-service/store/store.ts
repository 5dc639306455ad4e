import type { EventType } from '../../src-shared/api/event-types.ts'
import type { Result } from '../../src-shared/result.ts'
import type { TextOf } from '../json.ts'

/**
 * The store's port: resources are rows, a commit is one atomic write set. Two engines keep it (SQLite embedded,
 * PostgreSQL standalone) and pass the same conformance suite. Nothing here knows SQL.
 */

/** Every kind of resource the service keeps; each has a table of its own (tables.ts). */
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

/** A resource as the store keeps it. `account_id` comes first in every key; what no account owns has ''. */
export interface Row<Document = unknown> {
  readonly account_id: string
  readonly id: string
  /** Starts at 1 and grows by one with each update; guards against lost updates. */
  readonly version: number
  /** Milliseconds since the epoch. */
  readonly created_at: number
  readonly updated_at: number
  readonly document: Document
  /** The row as it was read; absent in rows that were made. An update writes less by it (sqlite/statements.ts). */
  readonly read?: ReadRow
}

/** A version that was read: it never changes. */
export type ReadRow = Pick<Row, 'version' | 'document'>

export type Write =
  | { readonly op: 'insert'; readonly kind: Kind; readonly row: Row }
  /** Replaces the row whose version is `row.version - 1`; any other version fails the whole set. */
  | { readonly op: 'update'; readonly kind: Kind; readonly row: Row }
  | { readonly op: 'delete'; readonly kind: Kind; readonly account_id: string; readonly id: string }

/** An event of the transactional outbox (section 6), written with what made it true. */
export interface OutboxEvent {
  readonly id: string
  readonly account_id: string
  readonly type: string
  readonly created_at: number
  /** The version of the resource that it shows: of two events of one resource the higher is the newer. */
  readonly sequence: number
  readonly object: unknown
}

/** An event as a decision publishes it. */
export type NewEvent = Pick<OutboxEvent, 'account_id' | 'object'> & { readonly type: EventType }

/** Which events: the newest first, but those that are pending oldest first. */
export interface EventQuery {
  /** Of these accounts; without it of all there are. */
  readonly accountIds?: readonly string[]
  readonly type?: string
  /** Only those whose deliveries are not written down yet. */
  readonly pending?: true
  /** Ids strictly before (older than) this one. */
  readonly before?: string
  /** Ids strictly after (newer than) this one; answered in the same order. */
  readonly after?: string
  readonly limit: number
}

/** Scope and key of an idempotent request (section 8), and what it asked. */
export interface IdempotencyClaim {
  /** tenant + account + method + path + key, joined. */
  readonly scope: string
  /** Hash of the canonical JSON body. */
  readonly fingerprint: string
  readonly created_at: number
}

/** Section 8: a saved answer is good for one hour; a commit may take an older key anew. */
export const idempotencyWindowMs = 3_600_000

/**
 * In place of an answer's status: the key is bound to what its request began (its `body` is that resource's id), and
 * the answer is still to come.
 */
export const boundStatus = 0

/** In place of an answer's status: what the request asked for is done, and its answer could not be saved. */
export const lostStatus = 1

export type IdempotencyWrite =
  /** Takes the key for a request that is still running, and may bind it at once; fails the set when it is taken. */
  | { readonly op: 'claim'; readonly claim: IdempotencyClaim; readonly bound?: string }
  /** Takes the key (or completes the claim) with the answer of a success, or binds it (status `boundStatus`). */
  | { readonly op: 'save'; readonly claim: IdempotencyClaim; readonly status: number; readonly body: string }
  /** Gives a claim back after a failure, bound or not: only successes are saved. */
  | { readonly op: 'release'; readonly scope: string }

export interface IdempotencyRecord extends IdempotencyClaim {
  /** null while the first request still runs. */
  readonly answer: { readonly status: number; readonly body: string } | null
  /** The id of what the request began, while it has no answer; null when nothing was begun. */
  readonly bound: string | null
}

/** All or nothing. */
export interface WriteSet {
  readonly writes: readonly Write[]
  readonly events?: readonly OutboxEvent[]
  readonly idempotency?: IdempotencyWrite
  /** The JSON of documents, as far as the caller needs it too. */
  readonly textOf?: TextOf
}

export type CommitFailure =
  /** A row was changed, removed or inserted by someone else since it was read. */
  | { readonly kind: 'version_conflict'; readonly resource: Kind; readonly id: string }
  /** The idempotency key is taken; look it up for the saved answer. */
  | { readonly kind: 'idempotency_taken'; readonly record: IdempotencyRecord }

/** Comparison of one searchable column (tables.ts declares which those are). */
export type Condition =
  | {
      readonly column: string
      readonly is: '=' | '>=' | '<=' | '<' | '>' | 'in'
      readonly value: string | number | readonly (string | number)[]
    }
  /** A part of a text that is kept in lower case (name-columns.ts). */
  | { readonly column: string; readonly is: 'contains'; readonly value: string }
  | { readonly column: string; readonly is: 'null' | 'not null' }
  | WordCondition

/** A word that is written of the row in one of these fields (tables.ts, words; intent-words.ts has the bits). For searches. */
export interface WordCondition {
  readonly column: 'words'
  readonly is: 'has'
  readonly value: string
  readonly fields: number
}

export interface Query {
  /** Omit both to look in every account there is. */
  readonly account_id?: string
  /** Several accounts (a key that reaches them): each is read by its own index, as far as the limit. */
  readonly account_ids?: readonly string[]
  readonly where?: readonly Condition[]
  /** Rows strictly after (older than) this position in (created_at, id) descending order. */
  readonly after?: { readonly created_at: number; readonly id: string }
  /** Rows strictly before (newer than) this position; answered newest first all the same. */
  readonly before?: { readonly created_at: number; readonly id: string }
  /** A column of whole numbers: those with the least first, in the place of the newest. Without a position, accounts or words. */
  readonly leastOf?: string
  readonly limit: number
}

/** One row of several that are read together. */
export interface Wanted {
  readonly kind: Kind
  /** Omitted: in whichever account it is. */
  readonly accountId?: string
  /** The column it is looked up by, an index of its own; of several rows the newest. Omitted: its id. */
  readonly by?: string
  /** The value of that column: known, or that of a column in the row of an earlier part. */
  readonly is: string | { readonly of: number; readonly column: string }
}

/** Which amounts to add up: those of the column `of`, for each value of the text column `by`. */
export interface SumsQuery {
  readonly of: string
  readonly by: string
  readonly where: readonly [Condition, ...Condition[]]
}

/** What is above 0 and what is below, apart and to the cent. */
export interface Sum {
  readonly group: string
  readonly above: bigint
  readonly below: bigint
}

/** Which values of the text column `by` have a row whose whole number `of` is at most `upTo`. */
export interface ValuesQuery {
  readonly by: string
  readonly of: string
  readonly upTo: number
}

/** Sorted by a column of whole numbers, then by id, both in the same direction. Words want a sort by created_at. */
export interface Search {
  readonly accountIds: readonly string[]
  readonly where: readonly Condition[]
  readonly sort: { readonly column: string; readonly direction: 'asc' | 'desc' }
  /** Rows strictly after this place in that order: what comes before is neither answered nor counted. */
  readonly after?: { readonly key: number; readonly id: string }
  readonly offset: number
  readonly limit: number
}

export interface SearchResult<Document> {
  readonly rows: readonly Row<Document>[]
  /** How many rows there are, or when not `exact` how many there are at least: always more than were shown so far. */
  readonly total: number
  readonly exact: boolean
}

/** Thrown by a commit whose outcome is not known: the engine may have written it, or may still write it. */
export interface UnansweredCommit extends Error {
  readonly outcomeUnknown: true
}

export const isUnanswered = (error: unknown): error is UnansweredCommit =>
  error instanceof Error && 'outcomeUnknown' in error && error.outcomeUnknown === true

export interface Store {
  /** Other processes may be at work on the same database: what seems left behind may be theirs. */
  readonly shared: boolean
  get<Document>(kind: Kind, accountId: string, id: string): Promise<Row<Document> | null>
  /** Looks a row up by id alone, for keys that reach several accounts. */
  find<Document>(kind: Kind, id: string): Promise<Row<Document> | null>
  /**
   * The row as this process has it in memory, where it has it: null does not say that there is none. Another process may have
   * changed it since. So nothing is answered or refused by it: it is for a decision that changes it, whose commit
   * finds that out (commit.ts, Carried).
   */
  remembered<Document>(kind: Kind, accountId: string, id: string): Row<Document> | null
  /** Several rows as they stand at one moment, by one statement: null for each that does not exist. */
  together<Documents extends readonly unknown[]>(
    wanted: {
      readonly [Place in keyof Documents]: Wanted
    },
  ): Promise<{ readonly [Place in keyof Documents]: Row<NonNullable<Documents[Place]>> | null }>
  /** Newest first: (created_at, id) descending. Reads its own writes. */
  list<Document>(kind: Kind, query: Query): Promise<readonly Row<Document>[]>
  /** One statement over one index, however many rows. Groups by name. Reads its own writes. */
  sums(kind: Kind, query: SumsQuery): Promise<readonly Sum[]>
  /**
   * The values of a column, that with the least number first. By an index of both columns, with a step for each value however many rows
   * have it. Reads its own writes.
   */
  valuesUpTo(kind: Kind, query: ValuesQuery): Promise<readonly string[]>
  /** One page, and how many there are: counted only as far as that stays quick. Reads its own writes. */
  search<Document>(kind: Kind, search: Search): Promise<SearchResult<Document>>
  /** The engine's own time, ms since the epoch: of a shared database the one clock that all nodes have in common. */
  now(): Promise<number>
  idempotencyRecord(scope: string): Promise<IdempotencyRecord | null>
  /**
   * Resolves when the set is durable (on the disk), rejects when the engine itself failed (disk full, CHECK
   * violated): then nothing was written. Concurrent commits may share one transaction, but each set stands or
   * falls alone.
   */
  commit(set: WriteSet): Promise<Result<void, CommitFailure>>
  /** How many commits are asked for and not settled yet. */
  waiting(): number
  /**
   * Removes the saved answers created before `answersBefore` and the claims created before `claimsBefore` (ms):
   * those of a process that died. @returns how many.
   */
  purgeIdempotency(times: { readonly answersBefore: number; readonly claimsBefore: number }): Promise<number>
  event(id: string): Promise<OutboxEvent | null>
  events(query: EventQuery): Promise<readonly OutboxEvent[]>
  /** The deliveries of these events are written down: they are pending no more. */
  settleEvents(ids: readonly string[]): Promise<void>
  /** Removes the oldest events created before `before` (ms), and what was kept for them, `most` at a time. @returns how many. */
  purgeEvents(asked: { readonly before: number; readonly most: number }): Promise<number>
  /** Keys taken after `since` count as taken at `createdAt` (ms): a stop of the service is not time that they had. */
  keepIdempotency(times: { readonly since: number; readonly createdAt: number }): Promise<void>
  close(): Promise<void>
}
