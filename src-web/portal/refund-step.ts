import { parseAmount } from '../../src-shared/amount-text.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { Language } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'

/** Steps of a refund: amount → confirm → sending → answered, refused, or unknown (which may be sent again). */
export type RefundStep =
  | { readonly at: 'amount'; readonly problem: 'notAnAmount' | 'tooMuch' | null }
  | { readonly at: 'confirm'; readonly amount: Cents }
  | { readonly at: 'sending'; readonly amount: Cents }
  | { readonly at: 'answered'; readonly refund: Refund }
  | { readonly at: 'refused'; readonly failure: PageFailure }
  | { readonly at: 'unknown'; readonly amount: Cents }

/** @param text as typed; empty means the whole remaining amount */
export function stepAfterAmount(text: string, left: Cents, language: Language): RefundStep {
  const amount = text.trim() === '' ? left : parseAmount(text, language)
  if (amount === null || amount === 0) return { at: 'amount', problem: 'notAnAmount' }
  return amount > left ? { at: 'amount', problem: 'tooMuch' } : { at: 'confirm', amount }
}

/** @param sent a repeat after a missing answer uses the same key */
export function stepAfterAnswer(
  amount: Cents,
  answer: Result<Refund, PageFailure>,
  sent: 'first' | 'repeat' = 'first',
): RefundStep {
  if (answer.ok) return { at: 'answered', refund: answer.value }
  const { error } = answer
  const isOpen = isUnknown(error) || (sent === 'repeat' && isNotLookedAt(error))
  return isOpen ? { at: 'unknown', amount } : { at: 'refused', failure: error }
}

/** Answers that leave the refund's outcome unknown: none, a server error, or a first request that still runs. */
const isUnknown = (failure: PageFailure): boolean =>
  failure.kind === 'no_answer' ||
  failure.status >= 500 ||
  failure.code === 'idempotency_in_progress' ||
  failure.code === 'idempotency_answer_lost'

/**
 * Refused before the key was checked, such as for an account that is no longer accessible: does not show the outcome of
 * the first request.
 */
const isNotLookedAt = (failure: PageFailure): boolean =>
  failure.kind === 'refused' && [401, 403, 404, 429].includes(failure.status)
