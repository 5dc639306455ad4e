import type { ServiceError } from '../src-shared/api/errors.ts'
import { ok, type Result } from '../src-shared/result.ts'
import { isSavedAnswer, runClaimed, runDecision, type SavedAnswer } from './commit.ts'
import type { Services } from './services.ts'
import { type IdempotencyClaim, lostStatus } from './store/store.ts'

type OnceServices = Pick<Services, 'store' | 'clock' | 'newId' | 'log'>

/** How often it is tried again to write down that an answer is lost, and how long after each try, ms. */
const maximumMarks = 60
const markEveryMs = 5_000

interface OnceOptions<Reply, Kept> {
  /** What is saved of a reply; without it the reply itself. */
  readonly kept?: (reply: Reply) => Kept
  /** Where `work` binds its key to what it begins (commit.ts): what has become of that, for a repeat. */
  readonly resume?: (id: string) => Promise<Result<Reply, ServiceError>>
}

/**
 * Section 8, for work that does not save its answer in a commit of its own (a prompt, a mail, a session): the key is
 * taken before the work and completed with the answer of its success. An error gives the key back, unless the work has
 * bound it. When the answer cannot be saved, the work is answered all the same, for it is done; the key stays taken,
 * and a repeat is told to look (idempotency_answer_lost): it would charge, print or mail a second time.
 */
export function answerOnce<Reply extends object, Kept extends object = Reply>(
  services: OnceServices,
  claim: IdempotencyClaim | null,
  work: () => Promise<Result<Reply, ServiceError>>,
  { kept, resume }: OnceOptions<Reply, Kept> = {},
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
      // A key that is bound finds what it began.
      if (claim !== null && resume === undefined) await markLost(services, claim, 1)
    })
  if (resume === undefined) return runClaimed<Reply>(services, claim, begin)
  return runClaimed<Reply>(services, claim, begin, async (id) =>
    save(await resume(id), async () => undefined),
  )
}

/**
 * A claim without an answer is removed after some minutes, and by the next start. Marked as lost it is kept as long as
 * an answer. The engine that did not save the answer may refuse this too: then it is tried again, in the background.
 */
async function markLost(services: OnceServices, claim: IdempotencyClaim, count: number): Promise<void> {
  const { store, clock, log } = services
  const lost = { ...claim, created_at: clock.verified() }
  try {
    // Where the answer was saved after all, that stands: the key is taken then.
    await store.commit({ writes: [], idempotency: { op: 'save', claim: lost, status: lostStatus, body: '' } })
  } catch (error) {
    log.warn({ err: error, count }, 'idempotency.mark_failed')
    if (count < maximumMarks) clock.after(markEveryMs, () => void markLost(services, claim, count + 1))
  }
}
