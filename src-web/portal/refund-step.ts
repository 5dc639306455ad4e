import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'

/** Where a refund by a person stands: amount → confirm → sending → answered, refused or unknown (which may be sent again). */
export type RefundStep =
  | { readonly at: 'amount'; readonly problem: 'notAnAmount' | 'tooMuch' | null }
  | { readonly at: 'confirm'; readonly amount: Cents }
  | { readonly at: 'sending'; readonly amount: Cents }
  | { readonly at: 'answered'; readonly refund: Refund }
  | { readonly at: 'refused'; readonly failure: PageFailure }
  | { readonly at: 'unknown'; readonly amount: Cents }

export function stepAfterAnswer(amount: Cents, answer: Result<Refund, PageFailure>): RefundStep {
  if (answer.ok) return { at: 'answered', refund: answer.value }
  return isUnknown(answer.error) ? { at: 'unknown', amount } : { at: 'refused', failure: answer.error }
}

/** Answers that leave open whether there is a refund: none at all, a fault, or that the first request still runs. */
const isUnknown = (failure: PageFailure): boolean =>
  failure.kind === 'no_answer' ||
  failure.status >= 500 ||
  failure.code === 'idempotency_in_progress' ||
  failure.code === 'idempotency_answer_lost'
