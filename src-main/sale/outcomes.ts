import { type PaymentIntent, paymentIntentSchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { foundInAnswer } from '../../src-shared/pos/sale/payment-found.ts'
import type { AuthorizationEnd } from '../../src-shared/pos/sale/sale-events.ts'
import { detailOf, isSessionInvalid, reasonOf, type TerminalFailure } from '../service-calls/failures.ts'

/**
 * How an authorization ended that was not answered with a payment. In two cases only it is certain that it did not run:
 * the request was never sent, or the session was invalid. An error after the charge contains its intent. In all other
 * cases the outcome is looked up.
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
 * Whether the command may still run: after a fault inside the service, or if the terminal is in use, which may be by
 * our own earlier request unless the service names another holder. Any other error code means that the command is over.
 */
const mayRun = ({ code, held_by }: Refusal): boolean => stillRunning.includes(code) && held_by === undefined
const stillRunning: readonly string[] = ['internal', 'idempotency_in_progress', 'terminal_in_use']

/** The intent that an error after the charge contains; null for none. */
export function intentIn(failure: TerminalFailure): PaymentIntent | null {
  if (failure.kind !== 'refused' || failure.error.payment_intent === undefined) return null
  return paymentIntentSchema.safeParse(failure.error.payment_intent).data ?? null
}
