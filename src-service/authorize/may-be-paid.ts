import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { whyNotTaken } from '../intents/rails.ts'

interface Asked {
  readonly type: PaymentMethod['payment_method_type']
  /** What the client called the intent. */
  readonly param: string
}

const atTerminal: Asked = { type: 'card', param: 'payment_intent_id' }

/** One success per intent, ever: only an intent that nothing was charged on, or is being charged on, may be paid. */
export function mayBePaid(
  intent: PaymentIntent,
  { type, param }: Asked = atTerminal,
): Result<void, ServiceError> {
  if (intent.status !== 'created') {
    return err(
      serviceError(
        'state_conflict',
        `Payment intent ${intent.id} is ${intent.status}; only an intent in status created can be paid. ` +
          (intent.status === 'processing'
            ? 'Fetch it until its outcome is known; do not charge again on a guess.'
            : 'Create a new intent for another charge.'),
        { param },
      ),
    )
  }
  const why = whyNotTaken(intent, type)
  if (why !== null) {
    return err(
      serviceError(
        'parameter_invalid',
        `Payment intent ${intent.id} does not take ${wordOf[type]}: ${why}.`,
        { param },
      ),
    )
  }
  if (intent.amount === 0) {
    return err(
      serviceError(
        'parameter_invalid',
        `Payment intent ${intent.id} is over 0 cents; there is nothing to charge. Change its amount first.`,
        { param },
      ),
    )
  }
  return ok(undefined)
}

const wordOf = { card: 'cards', bank: 'US bank accounts', ca_bank: 'Canadian bank accounts' } as const
