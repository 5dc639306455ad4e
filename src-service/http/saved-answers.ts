import type { ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { isSavedAnswer } from '../commit.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import type { Services } from '../services.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'

/** A successful answer, as stored for retries. */
export interface Repeatable {
  readonly body: string
  /** Headers set by the handler, such as connect's x-session-key. */
  readonly headers: Readonly<Record<string, string>>
}

interface KeptAnswer extends Repeatable {
  /** False for the request that did the work. */
  readonly replayed: boolean
}

export type SavedAnswers = (
  claim: IdempotencyClaim,
  work: () => Promise<Result<Repeatable, ServiceError>>,
) => Promise<Result<KeptAnswer, ServiceError>>

/**
 * Section 8, for operations whose handlers do not save their answers themselves: the key is claimed before the work and
 * completed with the successful answer. An answer may contain a secret (an API key, a session key), so saved answers
 * are sealed by the vault (docs/decisions).
 */
export function createSavedAnswers(
  services: Pick<Services, 'store' | 'clock' | 'newId' | 'vault' | 'log'>,
): SavedAnswers {
  const { vault } = services
  return async (claim, work) => {
    const result = await answerOnce<Repeatable, Sealed>(services, claim, work, {
      kept: (reply) => vault.sealText(JSON.stringify(reply), claim.scope),
    })
    if (!result.ok) return result
    if (!isSavedAnswer(result.value)) return ok({ ...result.value, replayed: false })
    const { body, replayed } = result.value
    const opened = JSON.parse(vault.openText(JSON.parse(body) as Sealed, claim.scope)) as Repeatable
    return ok({ ...opened, replayed })
  }
}
