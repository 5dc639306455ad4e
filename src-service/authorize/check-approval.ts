import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Inquiry } from '../processor/processor.ts'
import type { PaymentServices } from './payment-services.ts'

/**
 * An approval over nothing, or over more than was asked, is no answer to our question: what became of the card is
 * unknown then. The repair job asks again, and voids it in the end.
 */
export function believable<Answer extends Inquiry>(
  { log }: PaymentServices,
  { id, amount }: Payment,
  answer: Answer,
): Answer | { readonly outcome: 'unknown' } {
  if (answer.outcome !== 'approved') return answer
  const { amount_authorized } = answer
  if (Number.isSafeInteger(amount_authorized) && amount_authorized > 0 && amount_authorized <= amount)
    return answer
  log.error(
    { payment_id: id, amount, amount_authorized },
    'the processor approved an amount that was not asked for',
  )
  return { outcome: 'unknown' }
}
