import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, type Result } from '../../src-shared/result.ts'
import {
  inProgress,
  isSavedAnswer,
  type RequestKey,
  recordThatHolds,
  replay,
  type SavedAnswer,
  type ShellServices,
} from '../commit.ts'
import { type IdempotencyClaim, type IdempotencyRecord, isUnanswered } from '../store/store.ts'
import { type InFlight, inFlightKey } from './in-flight.ts'

/**
 * Runs work that calls another system before it commits (a capture at the processor): takes the key first, so that a
 * retry cannot repeat the work. A `work` whose success is to be replayed exactly ends with a `runDecision` with the
 * same claim, which completes it. The key is released after a failure, and after a success that is not final, unless
 * `work` has bound it (`binds`) to what it started: then it stays bound, and a retry is answered by `resume`, which
 * gets the id. After an unanswered commit, which may still be written, the key stays taken until the purge. The same
 * applies if `work` requests to keep it, because something irreversible is done (answer-once.ts).
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
  // A key that could not be released is removed by the purge; the outcome must be answered anyway.
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
    // An error after the binding (an outcome that lost every race to be written) does not undo what was started.
    if (!result.ok || !isSavedAnswer(result.value)) await releaseUnlessBound()
    return result
  } catch (error) {
    if (!isUnanswered(error)) await releaseUnlessBound()
    throw error
  }
}

/** Answers a retry whose key is taken. */
const answerTaken = <Reply>(
  claim: IdempotencyClaim,
  record: IdempotencyRecord,
  resume: (id: string) => Promise<Result<Reply | SavedAnswer, ServiceError>>,
): Result<SavedAnswer, ServiceError> | Promise<Result<Reply | SavedAnswer, ServiceError>> =>
  record.bound !== null && record.fingerprint === claim.fingerprint
    ? resume(record.bound)
    : replay(claim, record)

/**
 * Runs work that calls another system only after a commit that journals it (a payment, a capture, a refund): that
 * commit takes the key and binds it to what it starts, so that the key needs no extra commit. Of two requests with one
 * key, the commit lets one start. The other one, and any refusal of a request that has not started anything, looks up
 * the key first, because a retry sees the state that its first run left. A bound key stays bound, as with `runClaimed`;
 * `resume` may restart the work under the same key.
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
  const mine = inFlightKey(claim)
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
