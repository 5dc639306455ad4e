import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { isSavedAnswer, type SavedAnswer, savedAnswer } from '../commit.ts'
import type { AnyHandler, AnyRequest } from './handler.ts'
import type { SavedAnswers } from './saved-answers.ts'

/** Wraps a handler whose answer is saved by the HTTP layer. */
export const savingHandler =
  (handler: AnyHandler, save: SavedAnswers['claimFirst']): AnyHandler =>
  async (request) => {
    const { idempotency: claim } = request
    if (claim === null) return handler(request)
    const answered = await save(claim, async () => {
      const headers: Record<string, string> = {}
      const set = (name: string, value: string) => {
        headers[name] = value
      }
      const result = await handler({ ...request, idempotency: null, setHeader: set })
      return result.ok ? ok({ body: textOf(result.value), headers }) : result
    })
    return asSaved(request, answered)
  }

/** Returns the saved answer of an earlier request with the same key; null if there is none. */
export type EarlierAnswer = (request: AnyRequest) => Promise<Result<SavedAnswer, ServiceError> | null>

/** @param isSealed false for an operation whose handler saves its answers itself */
export const earlierAnswer =
  (find: SavedAnswers['find'], isSealed: boolean): EarlierAnswer =>
  async (request) => {
    const { idempotency: claim } = request
    // One that cannot be read counts as none: this attempt does nothing, whatever the earlier one did.
    const earlier = claim === null ? null : await find(claim, isSealed).catch(() => null)
    return earlier === null ? null : asSaved(request, earlier)
  }

interface Refusing {
  /** Returns the refusal while nothing can be stored. */
  readonly refuse: () => ServiceError | null
  readonly earlier: EarlierAnswer
  /** False for an operation that is carried out nevertheless. */
  readonly requiresStorage: boolean
}

/**
 * Wraps a handler that is refused while nothing can be stored. A repeat whose answer is saved still gets it. Not async,
 * because every sale goes through here.
 */
export const refusingHandler =
  (handler: AnyHandler, refusing: Refusing): AnyHandler =>
  (request) => {
    const refusal = refusing.refuse()
    return refusal === null ? handler(request) : answerUnstored(request, refusal, handler, refusing)
  }

async function answerUnstored(
  request: AnyRequest,
  refusal: ServiceError,
  handler: AnyHandler,
  { earlier, requiresStorage }: Refusing,
): ReturnType<AnyHandler> {
  const answer = await earlier(request)
  if (answer !== null) return answer
  return requiresStorage ? err(refusal) : handler({ ...request, idempotency: null })
}

function asSaved(
  { setHeader }: AnyRequest,
  answered: Awaited<ReturnType<SavedAnswers['claimFirst']>>,
): Result<SavedAnswer, ServiceError> {
  if (!answered.ok) return answered
  const { body, headers, replayed } = answered.value
  for (const [name, value] of Object.entries(headers)) setHeader(name, value)
  return ok(savedAnswer(200, body, replayed))
}

export const textOf = (answer: unknown): string =>
  isSavedAnswer(answer) ? answer.body : JSON.stringify(answer)
