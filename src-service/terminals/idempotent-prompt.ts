import type { ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { runClaimed, runDecision, type SavedAnswer } from '../commit.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { TerminalContext } from './terminal-context.ts'

/**
 * A prompt with x-idempotency-key (section 8): what was answered is saved and repeated word for word, and the
 * customer is not asked twice. A decline is a success too. Any error gives the key back; an intent that was paid all
 * the same refuses the repeat by itself.
 */
export const answerOnce = <Reply extends object>(
  context: TerminalContext,
  claim: IdempotencyClaim | null,
  ask: () => Promise<Result<Reply, ServiceError>>,
): Promise<Result<Reply | SavedAnswer, ServiceError>> =>
  runClaimed<Reply>(context, claim, async () => {
    const asked = await ask()
    if (!asked.ok || claim === null) return asked
    const reply = asked.value
    // The money has moved, or the customer has answered: that it could not be kept must not hide it.
    const unsaved = (why: object) => {
      context.log.error({ ...why, id: 'id' in reply ? reply.id : null }, 'terminal.answer_not_saved')
      return asked
    }
    try {
      const saved = await runDecision(context, {
        load: async () => ok(reply),
        decide: () => ok({ writes: [], events: [], reply }),
        idempotency: claim,
      })
      return saved.ok ? saved : unsaved({ code: saved.error.code })
    } catch (error) {
      return unsaved({ err: error })
    }
  })
