import { type ServiceError, serviceError } from '../src-shared/api/errors.ts'
import type { IdSource } from '../src-shared/ids.ts'
import { err, ok, type Result } from '../src-shared/result.ts'
import type { Clock } from './clock.ts'
import type { InFlight } from './in-flight.ts'
import { createTexts } from './json.ts'
import { outboxEvents } from './outbox-events.ts'
import {
  boundStatus,
  type IdempotencyClaim,
  type IdempotencyRecord,
  type IdempotencyWrite,
  idempotencyWindowMs,
  isUnanswered,
  lostStatus,
  type Row,
  type Store,
  type Write,
  type WriteSet,
} from './store/store.ts'
import type { Decided, DecisionContext, DecisionResult } from './use-case.ts'

/**
 * The durable shell around a pure decision: load, decide, commit as one. Idempotency (section 8) is part of the
 * same commit, so that a crash leaves either both or neither.
 */

interface ShellServices {
  readonly store: Store
  readonly clock: Clock
  readonly newId: IdSource
}

/** An answer in the very words it was saved in. */
export interface SavedAnswer {
  readonly saved: typeof savedMark
  readonly status: number
  readonly body: string
  /** False for the request that did the work, true for those that ask again. */
  readonly replayed: boolean
}
const savedMark: unique symbol = Symbol('saved answer')

export const isSavedAnswer = (answer: unknown): answer is SavedAnswer =>
  typeof answer === 'object' && answer !== null && 'saved' in answer && answer.saved === savedMark

/** An answer that is sent as it was saved. */
export const savedAnswer = (status: number, body: string, replayed: boolean): SavedAnswer => ({
  saved: savedMark,
  status,
  body,
  replayed,
})

type Loaded<State> = Result<State, ServiceError>

export interface DecisionRun<State, Reply> {
  /** Reads what the decision is about, at once where nothing need be read; runs again when another request was faster. */
  readonly load: () => Loaded<State> | Promise<Loaded<State>>
  readonly decide: (state: State, context: DecisionContext) => DecisionResult<Reply>
  /** What is known of the state: the first try decides by it, and reads nothing. */
  readonly carried?: Carried<State> | null
  /** Gets what was written, once it is durable. */
  readonly written?: (writes: readonly Write[]) => void
  /** The commit binds the request's key to what it begins: from then on a repeat asks what became of that. */
  readonly binds?: RequestKey & { readonly id: string }
}

/** The idempotency key of a request, as far as its work has to do with it. */
export interface RequestKey {
  /** Null for a request without one. */
  readonly claim: IdempotencyClaim | null
  /** Where nobody has taken the key yet: the commit that binds it takes it, and calls this. */
  readonly taken?: () => void
}

/**
 * A state that was read or written before, in this request or (Store.remembered) in one before it. It may be outdated by
 * now: somebody else may have changed it while the processor was asked, or on another node. So it counts for a decision that
 * changes `row` only, since the commit fails where that has another version; a decision that leaves the row alone, or
 * refuses, is made anew of what is loaded. Hence a decision must not write without writing this row, and what else it goes
 * by must be written too, never change, or have been read in this request.
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

/** Others may change the same rows in between; after this many tries the client is asked to try later. */
const maximumTries = 8

/** Loads, decides, commits. Without an idempotency key the reply is the decision's own. */
export async function runDecision<State, Reply>(
  services: ShellServices,
  run: DecisionRun<State, Reply>,
): Promise<Result<Reply, ServiceError>>
/** With the request's idempotency claim: the first success is saved in the same commit, repeats are answered with it. */
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
    const committed = await services.store.commit(set)
    if (committed.ok) {
      run.binds?.taken?.()
      run.written?.(set.writes)
      return ok(answer)
    }
    if (committed.error.kind !== 'version_conflict')
      return claim === null ? err(inProgress()) : replay(claim, committed.error.record)
  }
  return err(
    serviceError(
      'lock_timeout',
      'Other requests kept changing the same resource, so the change of this one was not written. Fetch the resource, then send the request again if it is still needed.',
      { retryAfter: 1 },
    ),
  )
}

interface Prepared<Reply> {
  /** Null where nothing is to be written. */
  readonly set: WriteSet | null
  readonly answer: Reply | SavedAnswer
}

/** @param claim undefined when the caller wants the reply itself, else it wants the answer in words. */
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
 * A repeat finds the world as its first run left it, so its decision may well refuse (the intent is captured
 * already): the saved answer goes before the refusal.
 */
async function refuseOrReplay(
  services: ShellServices,
  claim: IdempotencyClaim | null,
  refusal: ServiceError,
): Promise<Result<SavedAnswer, ServiceError>> {
  if (claim === null) return err(refusal)
  const record = await recordThatHolds(services, claim)
  if (record === null) return err(refusal)
  // The claim of runClaimed, around this very decision.
  if (record.answer === null && record.fingerprint === claim.fingerprint) return err(refusal)
  return replay(claim, record)
}

/** Null where the key is free, or free again. */
async function recordThatHolds(
  { store, clock }: ShellServices,
  { scope }: IdempotencyClaim,
): Promise<IdempotencyRecord | null> {
  const record = await store.idempotencyRecord(scope)
  return record === null || record.created_at <= clock.verified() - idempotencyWindowMs ? null : record
}

/** Section 8: a key stands for one request; with another body it is a mistake of the client. */
export const keyReused = (): ServiceError =>
  serviceError(
    'idempotency_key_reused',
    'This x-idempotency-key was already used with another body. Repeat the first body, or use a new key.',
    { param: 'x-idempotency-key' },
  )

export const inProgress = (): ServiceError =>
  serviceError(
    'idempotency_in_progress',
    'The first request with this x-idempotency-key is still running. Repeat it in a moment for its answer.',
    { param: 'x-idempotency-key', retryAfter: 1 },
  )

const answerLost = (): ServiceError =>
  serviceError(
    'idempotency_answer_lost',
    'What the first request with this x-idempotency-key asked for is done, but its answer could not be saved. Fetch the resource for what became of it. To have it done once more, use a new key.',
    { param: 'x-idempotency-key' },
  )

function replay(claim: IdempotencyClaim, record: IdempotencyRecord): Result<SavedAnswer, ServiceError> {
  if (record.fingerprint !== claim.fingerprint) {
    return err(keyReused())
  }
  if (record.answer === null) {
    return err(inProgress())
  }
  if (record.answer.status === lostStatus) return err(answerLost())
  return ok(savedAnswer(record.answer.status, record.answer.body, true))
}

/**
 * For work that reaches outside before it commits (a capture at the processor): takes the key first, so that a
 * repeat cannot do the work twice. A `work` whose success is to be repeated word for word ends in a `runDecision`
 * with the same claim, which completes it. The key is given back after a failure, and after a success that is not
 * final. Unless `work` has bound it (`binds`) to what it began: a success that is not final (a capture that is
 * `processing` still) and a fault leave it bound, and a repeat is answered by `resume`, which gets the id. A commit
 * that was not answered may still be written: then the key stays taken until the purge. So it does where `work` asks
 * to keep it: what cannot be undone is done (answer-once.ts).
 */
export async function runClaimed<Reply>(
  services: ShellServices,
  claim: IdempotencyClaim | null,
  work: (keepKey: () => void) => Promise<Result<Reply | SavedAnswer, ServiceError>>,
  resume?: (id: string) => Promise<Result<Reply | SavedAnswer, ServiceError>>,
): Promise<Result<Reply | SavedAnswer, ServiceError>> {
  let isKept = false
  const keepKey = () => {
    isKept = true
  }
  if (claim === null) return work(keepKey)
  const taken = await services.store.commit({
    writes: [],
    idempotency: { op: 'claim', claim: { ...claim, created_at: services.clock.verified() } },
  })
  if (!taken.ok) {
    if (taken.error.kind === 'idempotency_taken') {
      const { record } = taken.error
      return resume === undefined ? replay(claim, record) : answerTaken(claim, record, resume)
    }
    throw new Error('a claim without writes met a version conflict')
  }
  // A key that could not be given back is removed by the purge; the outcome must be answered all the same.
  const release = () =>
    services.store
      .commit({ writes: [], idempotency: { op: 'release', scope: claim.scope } })
      .catch(() => undefined)
  const releaseUnlessBound = async () => {
    if (isKept) return
    const record = await services.store.idempotencyRecord(claim.scope).catch(() => undefined)
    if (record?.bound === null) await release()
  }
  try {
    const result = await work(keepKey)
    // An error after the binding (an outcome that lost every race to be written) does not undo what was begun.
    if (!result.ok || !isSavedAnswer(result.value)) await releaseUnlessBound()
    return result
  } catch (error) {
    if (!isUnanswered(error)) await releaseUnlessBound()
    throw error
  }
}

/** What a repeat is answered whose key is taken. */
const answerTaken = <Reply>(
  claim: IdempotencyClaim,
  record: IdempotencyRecord,
  resume: (id: string) => Promise<Result<Reply | SavedAnswer, ServiceError>>,
): Result<SavedAnswer, ServiceError> | Promise<Result<Reply | SavedAnswer, ServiceError>> =>
  record.bound !== null && record.fingerprint === claim.fingerprint
    ? resume(record.bound)
    : replay(claim, record)

/**
 * For work that reaches outside only after a commit that journals it (a payment, a capture, a refund): that commit takes
 * the key and binds it to what it begins, so that the key costs no commit of its own. Of two requests with one key the
 * commit lets one begin. The other one, and whatever refuses a request that has begun nothing, looks for the key first: a
 * repeat finds the world as its first run left it. What is bound stays bound, as with `runClaimed`; `resume` may begin the
 * work anew under the key that it has.
 */
export async function runBound<Reply>(
  services: ShellServices & { readonly inFlight: InFlight },
  claim: IdempotencyClaim | null,
  work: (key: RequestKey) => Promise<Result<Reply | SavedAnswer, ServiceError>>,
  resume: (id: string, key: RequestKey) => Promise<Result<Reply | SavedAnswer, ServiceError>>,
): Promise<Result<Reply | SavedAnswer, ServiceError>> {
  if (claim === null) return work({ claim })
  const { inFlight } = services
  const answerOfFirst = async (otherwise: ServiceError) => {
    const record = await recordThatHolds(services, claim)
    return record === null ? err(otherwise) : answerTaken(claim, record, (id) => resume(id, { claim }))
  }
  const mine = `key ${claim.scope}`
  if (!inFlight.take(mine)) return answerOfFirst(inProgress())
  try {
    let isBound = false
    const result = await work({
      claim,
      taken: () => {
        isBound = true
      },
    })
    return result.ok || isBound ? result : await answerOfFirst(result.error)
  } finally {
    inFlight.release(mine)
  }
}
