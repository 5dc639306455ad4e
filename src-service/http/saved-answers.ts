import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import {
  inProgress,
  isSavedAnswer,
  recordThatHolds,
  replay,
  runDecision,
  type SavedAnswer,
} from '../commit.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import { inFlightKey } from '../idempotency/in-flight.ts'
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

type Answered = Result<KeptAnswer, ServiceError>
type SavesAnswer = (
  claim: IdempotencyClaim,
  work: () => Promise<Result<Repeatable, ServiceError>>,
) => Promise<Answered>

/**
 * Section 8, for operations whose handlers do not save their answers themselves. An answer may contain a secret (an API
 * key, a session key), so saved answers are sealed by the vault (docs/decisions/0023).
 */
export interface SavedAnswers {
  /** Claims the key before the work, so that it is done once, and completes it with the successful answer. */
  readonly claimFirst: SavesAnswer
  /**
   * For work that must not wait for the disk, and may be done twice (a stop, a ping, a search): saves the successful
   * answer after the work, if that is possible. A repeat that arrives before, at the same node, waits for it: it would be
   * refused for what the first one has ended.
   */
  readonly saveAfter: SavesAnswer
  /**
   * Returns the answer of an earlier request with the same key; null if none is saved.
   * @param isSealed false for an operation whose handler saved it
   */
  find(claim: IdempotencyClaim, isSealed: boolean): Promise<Answered | null>
}

export function createSavedAnswers(
  services: Pick<Services, 'store' | 'clock' | 'newId' | 'vault' | 'inFlight' | 'log'>,
): SavedAnswers {
  const { vault, inFlight, log } = services
  const seal = (claim: IdempotencyClaim, reply: Repeatable): Sealed =>
    vault.sealText(JSON.stringify(reply), claim.scope)
  const open = (claim: IdempotencyClaim, { body, replayed }: SavedAnswer): KeptAnswer => {
    const opened = JSON.parse(vault.openText(JSON.parse(body) as Sealed, claim.scope)) as Repeatable
    return { ...opened, replayed }
  }
  const find: SavedAnswers['find'] = async (claim, isSealed) => {
    const record = await recordThatHolds(services, claim)
    if (record === null) return null
    if (record.answer === null && record.fingerprint === claim.fingerprint) return null
    const saved = replay(claim, record)
    if (!saved.ok) return saved
    return ok(isSealed ? open(claim, saved.value) : { ...saved.value, headers: {} })
  }
  const save = async (claim: IdempotencyClaim, reply: Repeatable): Promise<void> => {
    try {
      await runDecision(services, {
        load: async () => ok(seal(claim, reply)),
        decide: (sealed: Sealed) => ok({ writes: [], events: [], reply: sealed }),
        idempotency: claim,
      })
    } catch (error) {
      log.warn({ err: error }, 'idempotency.answer_not_saved')
    }
  }
  return {
    async claimFirst(claim, work) {
      const result = await answerOnce<Repeatable, Sealed>(services, claim, work, {
        kept: (reply) => seal(claim, reply),
      })
      if (!result.ok) return result
      if (!isSavedAnswer(result.value)) return ok({ ...result.value, replayed: false })
      return ok(open(claim, result.value))
    },
    async saveAfter(claim, work) {
      const mine = inFlightKey(claim)
      if (!inFlight.take(mine)) return (await find(claim, true)) ?? err(inProgress())
      try {
        const earlier = await find(claim, true)
        if (earlier !== null) return earlier
        const done = await work()
        if (!done.ok) return done
        await save(claim, done.value)
        return ok({ ...done.value, replayed: false })
      } finally {
        inFlight.release(mine)
      }
    },
    find,
  }
}
