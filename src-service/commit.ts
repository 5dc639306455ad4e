import { refuse, type ServiceError, serviceError } from '../src-shared/api/errors.ts'
import type { IdSource } from '../src-shared/ids.ts'
import { err, ok, type Result } from '../src-shared/result.ts'
import { createTexts } from './store/json.ts'
import { outboxEvents } from './store/outbox-events.ts'
import {
  boundStatus,
  type Expected,
  type IdempotencyClaim,
  type IdempotencyRecord,
  type IdempotencyWrite,
  idempotencyWindowMs,
  lostStatus,
  type Row,
  type Store,
  type Write,
  type WriteSet,
} from './store/store.ts'
import type { Clock } from './time/clock.ts'
import type { Decided, DecisionContext, DecisionResult } from './use-case.ts'

/**
 * The durable shell around a pure decision: loads, decides, and commits atomically. Idempotency (section 8) is part of
 * the same commit, so that a crash leaves either both or neither.
 */

export interface ShellServices {
  readonly store: Store
  readonly clock: Clock
  readonly newId: IdSource
}

/** An answer as the text that was saved. */
export interface SavedAnswer {
  readonly saved: typeof savedMark
  readonly status: number
  readonly body: string
  /** False for the request that did the work, true for retries. */
  readonly replayed: boolean
}
const savedMark: unique symbol = Symbol('saved answer')

export const isSavedAnswer = (answer: unknown): answer is SavedAnswer =>
  typeof answer === 'object' && answer !== null && 'saved' in answer && answer.saved === savedMark

/** Returns an answer that is sent exactly as saved. */
export const savedAnswer = (status: number, body: string, replayed: boolean): SavedAnswer => ({
  saved: savedMark,
  status,
  body,
  replayed,
})

type Loaded<State> = Result<State, ServiceError>

export interface DecisionRun<State, Reply> {
  /**
   * Loads the state of the decision, synchronously if nothing must be read; called again when another request was
   * faster.
   */
  readonly load: () => Loaded<State> | Promise<Loaded<State>>
  readonly decide: (state: State, context: DecisionContext) => DecisionResult<Reply>
  /**
   * Checked before each load: whether the caller may still do this, and the rows that this depends on. The commit fails
   * if one of them has changed since, and all is repeated.
   */
  readonly allowedBy?: () => Promise<Result<readonly Expected[], ServiceError>>
  /** A state that is already known: the first attempt uses it without reading. */
  readonly carried?: Carried<State> | null
  /** Called with the writes once they are durable. */
  readonly written?: (writes: readonly Write[]) => void
  /** Makes the commit bind the request's key to what it starts: later retries get the outcome of that. */
  readonly binds?: RequestKey & { readonly id: string }
}

/** The idempotency key of a request, for its work. */
export interface RequestKey {
  /** Null for a request without one. */
  readonly claim: IdempotencyClaim | null
  /** Set when the key is not taken yet: the commit that binds it also takes it, and calls this. */
  readonly taken?: () => void
}

/**
 * A state that was read or written earlier, by this request or (Store.remembered) a previous one. It may be outdated:
 * another request may have changed it while the processor was asked, or on another node. So it is valid only for a
 * decision that updates `row`, whose commit fails if the row has another version; a decision that does not update the
 * row, or refuses, is repeated with a loaded state. Hence a decision must not write anything without updating this row,
 * and its other inputs must be written as well, be immutable, or have been read in this request.
 */
export interface Carried<State> {
  readonly state: State
  readonly row: Row
}

const isGuarded = <Reply>(decision: DecisionResult<Reply>, { account_id, id, version }: Row): boolean =>
  decision.ok &&
  decision.value.writes.some(
    (write) =>
      write.op === 'update' &&
      write.row.id === id &&
      write.row.account_id === account_id &&
      write.row.version === version + 1,
  )

/** Maximum attempts when others change the same rows in between; after that the client is asked to retry later. */
const maximumTries = 8

/** Loads, decides, commits. Without an idempotency key, returns the decision's reply. */
export async function runDecision<State, Reply>(
  services: ShellServices,
  run: DecisionRun<State, Reply>,
): Promise<Result<Reply, ServiceError>>
/**
 * With the request's idempotency claim: the first success is saved in the same commit, and retries are answered with
 * it.
 */
export async function runDecision<State, Reply>(
  services: ShellServices,
  run: DecisionRun<State, Reply> & { readonly idempotency: IdempotencyClaim | null },
): Promise<Result<Reply | SavedAnswer, ServiceError>>
export async function runDecision<State, Reply>(
  services: ShellServices,
  run: DecisionRun<State, Reply> & { readonly idempotency?: IdempotencyClaim | null },
): Promise<Result<Reply | SavedAnswer, ServiceError>> {
  const claim = run.idempotency ?? null
  let { carried } = run
  for (let attempt = carried ? -1 : 0; attempt < maximumTries; attempt += 1) {
    const allowed = run.allowedBy === undefined ? null : await run.allowedBy()
    if (allowed !== null && !allowed.ok) return allowed
    const loading = carried ? ok(carried.state) : run.load()
    const state = loading instanceof Promise ? await loading : loading
    if (!state.ok) return refuseOrReplay(services, claim, state.error)
    const now = services.clock.now()
    const verified = services.clock.verified()
    const decision = run.decide(state.value, {
      now,
      verified,
      dated: services.clock.dated,
      newId: services.newId,
    })
    const isOutdated = carried && !isGuarded(decision, carried.row)
    carried = null
    if (isOutdated) continue
    if (!decision.ok) return refuseOrReplay(services, claim, decision.error)
    const { set, answer } = prepareCommit(services, decision.value, run, now)
    if (set === null) return ok(answer)
    const committed = await services.store.commit(allowed === null ? set : { ...set, expects: allowed.value })
    if (committed.ok) {
      run.binds?.taken?.()
      run.written?.(set.writes)
      return ok(answer)
    }
    if (committed.error.kind !== 'version_conflict')
      return claim === null ? err(inProgress()) : replay(claim, committed.error.record)
  }
  return refuse(
    'lock_timeout',
    'Other requests kept changing the same resource, so this request was not carried out. Fetch the resource, then repeat the request if it is still needed.',
    { retryAfter: 1 },
  )
}

interface Prepared<Reply> {
  /** Null when there is nothing to write. */
  readonly set: WriteSet | null
  readonly answer: Reply | SavedAnswer
}

/** @param claim undefined when the caller wants the reply itself; otherwise the answer is returned as text. */
function prepareCommit<Reply>(
  { clock, newId }: ShellServices,
  { writes, events: shown, reply }: Decided<Reply>,
  {
    idempotency: claim,
    binds,
  }: Pick<DecisionRun<never, Reply>, 'binds'> & { readonly idempotency?: IdempotencyClaim | null },
  now: number,
): Prepared<Reply> {
  const textOf = createTexts()
  const events = outboxEvents(shown, writes, { now, newId })
  const answer = claim === undefined ? reply : savedAnswer(200, textOf(reply), false)
  const created_at = clock.verified()
  const idempotency = claim ? saveOf({ ...claim, created_at }, answer) : bindingOf(binds, created_at)
  if (idempotency !== undefined) return { set: { writes, events, textOf, idempotency }, answer }
  const isEmpty = writes.length === 0 && events.length === 0
  return { set: isEmpty ? null : { writes, events, textOf }, answer }
}

const saveOf = (claim: IdempotencyClaim, answer: unknown): IdempotencyWrite | undefined =>
  isSavedAnswer(answer) ? { op: 'save', claim, status: answer.status, body: answer.body } : undefined

function bindingOf(
  binds: DecisionRun<never, never>['binds'],
  created_at: number,
): IdempotencyWrite | undefined {
  if (binds === undefined || binds.claim === null) return undefined
  const claim = { ...binds.claim, created_at }
  return binds.taken === undefined
    ? { op: 'save', claim, status: boundStatus, body: binds.id }
    : { op: 'claim', claim, bound: binds.id }
}

/**
 * A retry sees the state that its first run left, so its decision may refuse (the intent is already captured): a saved
 * answer takes precedence over the refusal.
 */
async function refuseOrReplay(
  services: ShellServices,
  claim: IdempotencyClaim | null,
  refusal: ServiceError,
): Promise<Result<SavedAnswer, ServiceError>> {
  if (claim === null) return err(refusal)
  const record = await recordThatHolds(services, claim)
  if (record === null) return err(refusal)
  // The claim was taken by runClaimed (keyed-work.ts) around this decision.
  if (record.answer === null && record.fingerprint === claim.fingerprint) return err(refusal)
  return replay(claim, record)
}

/** Returns the record of the key; null when the key is free, or free again. */
export async function recordThatHolds(
  { store, clock }: ShellServices,
  { scope }: IdempotencyClaim,
): Promise<IdempotencyRecord | null> {
  const record = await store.idempotencyRecord(scope)
  return record === null || record.created_at <= clock.verified() - idempotencyWindowMs ? null : record
}

/** Section 8: a key identifies one request; with another body it is a client error. */
export const keyReused = (): ServiceError =>
  serviceError(
    'idempotency_key_reused',
    'This x-idempotency-key was already used with another body. Repeat the first body, or use a new key.',
    { param: 'x-idempotency-key' },
  )

export const inProgress = (): ServiceError =>
  serviceError(
    'idempotency_in_progress',
    'The first request with this x-idempotency-key is still running. Repeat the request in a moment to get its response.',
    { param: 'x-idempotency-key', retryAfter: 1 },
  )

const answerLost = (): ServiceError =>
  serviceError(
    'idempotency_answer_lost',
    'The first request with this x-idempotency-key succeeded, but its response could not be saved. Fetch the resource for the result. Use a new key only if you want to execute the request again.',
    { param: 'x-idempotency-key' },
  )

/** Answers a retry with what its first request was answered. */
export function replay(
  claim: IdempotencyClaim,
  record: IdempotencyRecord,
): Result<SavedAnswer, ServiceError> {
  if (record.fingerprint !== claim.fingerprint) {
    return err(keyReused())
  }
  if (record.answer === null) {
    return err(inProgress())
  }
  if (record.answer.status === lostStatus) return err(answerLost())
  return ok(savedAnswer(record.answer.status, record.answer.body, true))
}
