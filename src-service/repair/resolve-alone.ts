import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'

/** Records a person's evidence only while no request about the same payment or refund is in flight to the processor. */
export async function resolveAlone<Reply>(
  { inFlight }: Pick<PaymentServices, 'inFlight'>,
  what: 'payment' | 'refund',
  id: string,
  write: () => Promise<Result<Reply, ServiceError>>,
): Promise<Result<Reply, ServiceError>> {
  if (!inFlight.take(id)) {
    const message = `A query to the processor about ${what} ${id} is in progress. Try again in a moment.`
    return refuse('state_conflict', message, { param: 'id' })
  }
  try {
    return await write()
  } finally {
    inFlight.release(id)
  }
}
