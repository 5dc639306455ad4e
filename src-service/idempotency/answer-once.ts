import type { ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { isSavedAnswer, runDecision, type SavedAnswer } from '../commit.ts'
import type { Services } from '../services.ts'
import { type IdempotencyClaim, lostStatus } from '../store/store.ts'
import { runClaimed } from './keyed-work.ts'

type OnceServices = Pick<Services, 'store' | 'clock' | 'newId' | 'log'>

/** Maximum attempts to record that an answer is lost, and the interval between them, in ms. */
const maximumMarks = 60
const markEveryMs = 5_000

interface OnceOptions<Reply, Kept> {
  /** Returns what to save of a reply; default: the reply itself. */
  readonly kept?: (reply: Reply) => Kept
  /** For a `work` that binds its key to what it starts (keyed-work.ts): returns the outcome of that, for a retry. */
  readonly resume?: (id: string) => Promise<Result<Reply, ServiceError>>
}

/**
 * Section 8, for work that does not save its answer in its own commit (a prompt, a mail, a session): the key is claimed
 * before the work and completed with its successful answer. An error releases the key, unless the work has bound it. If
 * the answer cannot be saved, the request is answered anyway, because the work is done; the key stays taken, and a
 * retry gets idempotency_answer_lost, because repeating the work would charge, print or mail a second time.
 */
export function answerOnce<Reply extends object, Kept extends object = Reply>(
  services: OnceServices,
  claim: IdempotencyClaim | null,
  work: () => Promise<Result<Reply, ServiceError>>,
  { kept, resume }: OnceOptions<Reply, Kept>,
): Promise<Result<Reply | SavedAnswer, ServiceError>> {
  const save = async (done: Result<Reply, ServiceError>, onLost: () => Promise<void>) => {
    if (!done.ok || claim === null) return done
    const reply = done.value
    const lost = async (why: object) => {
      services.log.error({ ...why, id: 'id' in reply ? reply.id : null }, 'idempotency.answer_lost')
      await onLost()
      return done
    }
    try {
      const saved = await runDecision<Reply | Kept, Reply | Kept>(services, {
        load: async () => ok(kept === undefined ? reply : kept(reply)),
        decide: (words) => ok({ writes: [], events: [], reply: words }),
        idempotency: claim,
      })
      if (saved.ok && isSavedAnswer(saved.value)) return ok(saved.value)
      return await lost({ code: saved.ok ? null : saved.error.code })
    } catch (error) {
      return lost({ err: error })
    }
  }
  const begin = async (keepKey: () => void) =>
    save(await work(), async () => {
      keepKey()
      // A bound key leads to what it started.
      if (claim !== null && resume === undefined) await markLost(services, claim, 1)
    })
  if (resume === undefined) return runClaimed<Reply>(services, claim, begin)
  return runClaimed<Reply>(services, claim, begin, async (id) =>
    save(await resume(id), async () => undefined),
  )
}

/**
 * Marks a claim as lost, so that it is kept as long as an answer; a claim without an answer is removed after some
 * minutes and at the next start. The store that failed to save the answer may fail here too: then this is retried in
 * the background.
 */
async function markLost(services: OnceServices, claim: IdempotencyClaim, count: number): Promise<void> {
  const { store, clock, log } = services
  const lost = { ...claim, created_at: clock.verified() }
  try {
    // If the answer was saved after all, the key is taken and this has no effect.
    await store.commit({ writes: [], idempotency: { op: 'save', claim: lost, status: lostStatus, body: '' } })
  } catch (error) {
    log.warn({ err: error, count }, 'idempotency.mark_failed')
    if (count < maximumMarks) clock.after(markEveryMs, () => void markLost(services, claim, count + 1))
  }
}
