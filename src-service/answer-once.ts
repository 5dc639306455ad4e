import type { ServiceError } from '../src-shared/api/errors.ts'
import { ok, type Result } from '../src-shared/result.ts'
import { isSavedAnswer, runClaimed, runDecision, type SavedAnswer } from './commit.ts'
import type { Services } from './services.ts'
import { type IdempotencyClaim, lostStatus } from './store/store.ts'

type OnceServices = Pick<Services, 'store' | 'clock' | 'newId' | 'log'>

/** How often it is tried again to write down that an answer is lost, and how long after each try, ms. */
const maximumMarks = 60
const markEveryMs = 5_000

/**
 * Section 8, for work that does not save its answer in a commit of its own (a prompt, a mail, a session): the key is
 * taken before the work and completed with the answer of its success. An error gives the key back. When the answer
 * cannot be saved, the work is answered all the same, for it is done; the key stays taken, and a repeat is told to
 * look (idempotency_answer_lost): it would charge, print or mail a second time.
 * @param kept what is saved of a reply, by default the reply itself
 */
export function answerOnce<Reply extends object, Kept extends object = Reply>(
  services: OnceServices,
  claim: IdempotencyClaim | null,
  work: () => Promise<Result<Reply, ServiceError>>,
  kept: (reply: Reply) => Reply | Kept = (reply) => reply,
): Promise<Result<Reply | SavedAnswer, ServiceError>> {
  return runClaimed<Reply>(services, claim, async (keepKey) => {
    const done = await work()
    if (!done.ok || claim === null) return done
    const lost = async (why: object) => {
      const reply = done.value
      services.log.error({ ...why, id: 'id' in reply ? reply.id : null }, 'idempotency.answer_lost')
      keepKey()
      await markLost(services, claim, 1)
      return done
    }
    try {
      const saved = await runDecision(services, {
        load: async () => ok(kept(done.value)),
        decide: (reply) => ok({ writes: [], events: [], reply }),
        idempotency: claim,
      })
      if (saved.ok && isSavedAnswer(saved.value)) return ok(saved.value)
      return await lost({ code: saved.ok ? null : saved.error.code })
    } catch (error) {
      return lost({ err: error })
    }
  })
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
