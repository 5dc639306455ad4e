import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Result } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import { loadAttempt } from '../intents/load.ts'
import type { AuthorizeRequest, Decision } from '../processor/processor.ts'
import { believable } from './check-approval.ts'
import { decideFinishPayment } from './decide-finish-payment.ts'
import type { PaymentServices } from './payment-services.ts'

/** Asks the processor about a payment that is journaled. A processor that cannot be reached decided nothing we know. */
export async function askProcessor(
  services: PaymentServices,
  payment: Payment,
  question: Omit<AuthorizeRequest, 'payment_id' | 'account_id' | 'amount' | 'currency'>,
): Promise<Decision> {
  const { id, account_id, amount, currency } = payment
  try {
    const answer = await services.processor.authorize({
      payment_id: id,
      account_id,
      amount,
      currency,
      ...question,
    })
    return believable(services, payment, answer)
  } catch (error) {
    // The request may have arrived all the same: that is not a decline.
    services.log.error({ error: nameOf(error), payment_id: id }, 'the processor could not be asked')
    return { outcome: 'unknown' }
  }
}

export function finishPayment(
  services: PaymentServices,
  { account_id, id }: Pick<Payment, 'account_id' | 'id'>,
  decision: Decision,
): Promise<Result<AttemptReply, ServiceError>> {
  return runDecision(services, {
    load: () => loadAttempt(services.store, account_id, id),
    decide: (attempt, context) => decideFinishPayment(attempt, decision, context),
  })
}

/** The kind of a fault, never its message: that could quote the request, and the request holds a card. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown fault')
