import type { KeptAt } from '../processor/kept-at.ts'
import type { HeldSource } from '../processor/payment-source.ts'
import type { Kept, Processor } from '../processor/processor.ts'
import type { PaymentServices } from './payment-services.ts'

/**
 * Lets the processor store a card or account, for a customer or without one. Without an answer the number itself is
 * sent with payments, as with a processor that stores nothing: a payment never waits for this.
 */
export async function keepAtProcessor(
  { processor, log }: Pick<PaymentServices, 'processor' | 'log'>,
  accountId: string,
  source: HeldSource,
  customerId: string | null = null,
): Promise<Kept | null> {
  const { keeps } = processor.capabilities
  if (keeps === 'nothing' || (customerId !== null && keeps !== 'profiles')) return null
  try {
    const answer = await processor.tokenize({ account_id: accountId, source, customer_id: customerId })
    if (answer.outcome === 'kept') return answer
    log.warn({ account_id: accountId }, 'tokenize.unanswered')
  } catch (error) {
    // Never its message, which may quote the request with the card.
    const kind = error instanceof Error ? error.name : 'unknown fault'
    log.warn({ account_id: accountId, error: kind }, 'tokenize.unreachable')
  }
  return null
}

export const keptAt = ({ name }: Pick<Processor, 'name'>, kept: Kept | null): KeptAt | null =>
  kept === null ? null : { processor: name, token: kept.token, profile: kept.profile }
