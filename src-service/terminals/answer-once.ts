import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { runClaimed, runDecision, type SavedAnswer } from '../commit.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { TerminalCore } from './core.ts'

/**
 * A sale with x-idempotency-key (section 8): approved and declined are both successes, hence saved and repeated
 * word for word, without another prompt. Any error gives the key back; an intent that was paid all the same
 * refuses the repeat by itself.
 */
export const answerOnce = (
  core: TerminalCore,
  claim: IdempotencyClaim | null,
  sell: () => Promise<Result<Payment, ServiceError>>,
): Promise<Result<Payment | SavedAnswer, ServiceError>> =>
  runClaimed<Payment>(core, claim, async () => {
    const sold = await sell()
    if (!sold.ok || claim === null) return sold
    const payment = sold.value
    // The money has moved: that its answer could not be kept must not hide it.
    const unsaved = (why: object) => {
      core.log.error({ ...why, payment_id: payment.id }, 'the answer of a sale could not be saved')
      return sold
    }
    try {
      const saved = await runDecision(core, {
        load: async () => ok(payment),
        decide: () => ok({ writes: [], events: [], reply: payment }),
        idempotency: claim,
      })
      return saved.ok ? saved : unsaved({ code: saved.error.code })
    } catch (error) {
      return unsaved({ err: error })
    }
  })
