import type { ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import { writeOutcome } from '../intents/write-outcome.ts'
import type {
  AuthorizingTerminals,
  TerminalAnswer,
  TerminalSale,
} from '../processor/authorizing-terminals.ts'
import type { TerminalCard } from '../processor/decision.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { askTerminal } from './ask-processor.ts'
import { type BeginGuard, beginGuarded } from './begin-guarded.ts'
import { type BeginAtTerminal, decideBeginAtTerminal } from './decide-begin-at-terminal.ts'
import { decideAnswer, decideFinishPayment } from './decide-finish-payment.ts'
import type { PaymentServices } from './payment-services.ts'

export interface TerminalSaleRequest
  extends Pick<TerminalSale, 'prompt' | 'onProgress' | 'signal'>,
    Omit<BeginAtTerminal, 'paymentId' | 'processor'> {
  readonly accountId: string
  readonly intentId: string
  readonly authCode: string | null
  /** Bound to the payment in the commit that starts it. */
  readonly idempotency: IdempotencyClaim | null
  readonly guard: BeginGuard
}

export type SoldAtTerminal =
  /** The payment's outcome; `processing` if it is unknown. */
  | { readonly kind: 'answered'; readonly reply: AttemptReply; readonly card: TerminalCard | null }
  /** Proof that nothing was charged. The payment has failed, and the intent is open again. */
  | { readonly kind: 'not_sent'; readonly reason: Extract<TerminalAnswer, { outcome: 'not_sent' }>['reason'] }

/**
 * Charges an intent's amount at a terminal that reads the card and authorizes by itself (section 4.4). The payment is
 * journaled before the customer is asked, because from then on only the terminal's answer, or an inquiry, shows what
 * happened to the card. Errors occur before that, as in authorizeCardPresent. Must not be stopped half-way.
 */
export async function authorizeAtTerminal(
  services: PaymentServices,
  terminals: AuthorizingTerminals,
  request: TerminalSaleRequest,
): Promise<Result<SoldAtTerminal, ServiceError>> {
  const { accountId, intentId, idempotency, guard, prompt, onProgress, signal, authCode, ...sale } = request
  const paymentId = services.newId('payment')
  services.inFlight.take(paymentId)
  try {
    const beginning = { accountId, intentId, paymentId, idempotency, guard }
    const begun = await beginGuarded(services, beginning, (intent, context) =>
      decideBeginAtTerminal(intent, { ...sale, paymentId, processor: services.processor.name }, context),
    )
    if (!begun.ok) return begun
    const { intent, payment, journaled } = begun.value
    const answer = await askTerminal(services, terminals, payment, {
      hsn: sale.hsn,
      ...{ prompt, onProgress, signal },
      capture: intent.capture,
      auth_code: authCode,
    })
    const written = await writeOutcome(
      services,
      payment,
      (attempt, context) =>
        answer.outcome === 'not_sent'
          ? decideFinishPayment(attempt, notCharged, context)
          : decideAnswer(attempt, answer, context),
      journaled,
    )
    if (!written.ok) return written
    if (answer.outcome === 'not_sent') return ok({ kind: 'not_sent', reason: answer.reason })
    return ok({ kind: 'answered', reply: written.value, card: 'card' in answer ? answer.card : null })
  } finally {
    services.inFlight.release(paymentId)
  }
}

const notCharged = { outcome: 'failed', reason: 'not_sent', mayArrive: false } as const
