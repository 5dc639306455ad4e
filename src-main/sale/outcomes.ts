import { type PaymentIntent, paymentIntentSchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { foundInAnswer } from '../../src-shared/pos/sale/payment-found.ts'
import type { AuthorizationEnd } from '../../src-shared/pos/sale/sale-events.ts'
import { detailOf, isSessionInvalid, reasonOf, type TerminalFailure } from '../terminal/failures.ts'

/**
 * What an authorization that did not answer with a payment means. Only two failures are certain not to have run: what
 * never left, and an invalid session. An error after the charge carries its intent; everything else is looked up.
 */
export function endOfFailure(failure: TerminalFailure, signaturePad: boolean): AuthorizationEnd {
  if (failure.kind === 'not_sent') return failure
  if (failure.kind === 'refused' && isSessionInvalid(failure)) {
    return { kind: 'not_sent', reason: reasonOf(failure), detail: detailOf(failure) }
  }
  const latest = intentIn(failure)?.latest_payment
  if (latest) {
    const found = foundInAnswer(latest, signaturePad)
    if (found.kind === 'paid') return found
  }
  const refused = failure.kind === 'refused'
  return {
    kind: 'unknown',
    cause: refused && failure.error.code === 'terminal_timeout' ? 'timed_out' : 'no_answer',
    otherwise: reasonOf(failure),
    detail: detailOf(failure),
    ended: refused && !mayRun(failure.error),
  }
}

type Refusal = Extract<TerminalFailure, { kind: 'refused' }>['error']

/**
 * A fault inside the service leaves open what still runs, and a terminal that is in use may be so by our own earlier
 * request, unless the service names somebody else. Its other words mean that the command is over.
 */
const mayRun = ({ code, held_by }: Refusal): boolean => stillRunning.includes(code) && held_by === undefined
const stillRunning: readonly string[] = ['internal', 'idempotency_in_progress', 'terminal_in_use']

/** The intent that an error after the charge carries. */
export function intentIn(failure: TerminalFailure): PaymentIntent | null {
  if (failure.kind !== 'refused' || failure.error.payment_intent === undefined) return null
  return paymentIntentSchema.safeParse(failure.error.payment_intent).data ?? null
}
