import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { whyNotTaken } from '../intents/rails.ts'

interface Asked {
  readonly type: PaymentMethod['payment_method_type']
  /** The name of the intent's parameter in the request. */
  readonly param: string
}

const atTerminal: Asked = { type: 'card', param: 'payment_intent_id' }

/**
 * Checks whether an intent may be paid: only one without a charge, completed or in progress, because there is at most
 * one success per intent.
 */
export function mayBePaid(
  intent: PaymentIntent,
  { type, param }: Asked = atTerminal,
): Result<void, ServiceError> {
  if (intent.status !== 'created') {
    return refuse(
      'state_conflict',
      `Payment intent ${intent.id} is ${intent.status}; only an intent in status created can be paid. ` +
        (intent.status === 'processing'
          ? 'Fetch it until its outcome is known; do not charge again before.'
          : 'Create a new intent for another charge.'),
      { param },
    )
  }
  const why = whyNotTaken(intent, type)
  if (why !== null) {
    return refuse(
      'parameter_invalid',
      `Payment intent ${intent.id} does not accept ${wordOf[type]}: ${why}.`,
      { param },
    )
  }
  if (intent.amount === 0) {
    return refuse(
      'parameter_invalid',
      `The amount of payment intent ${intent.id} is 0 cents, so there is nothing to charge. Change its amount first.`,
      { param },
    )
  }
  return ok(undefined)
}

const wordOf = { card: 'cards', bank: 'US bank accounts', ca_bank: 'Canadian bank accounts' } as const
