import type { PaymentLink } from '../../src-shared/pos/payment-link.ts'
import { isPartPaid } from '../../src-shared/pos/payment-link-steps.ts'

/** Keys of `links.*` in the language files. */
export type LinkWords =
  | Exclude<PaymentLink['state'], 'open'>
  | 'part_paid'
  | 'sending'
  | 'waiting'
  | 'sent'
  | 'failed'
  | 'local'
  | 'withdrawing'

/** What is known of a link, in one word. */
export function linkWords(link: PaymentLink): LinkWords {
  const { state, delivery, withdrawing } = link
  if (isPartPaid(link)) return 'part_paid'
  if (state !== 'open' && state !== 'creating') return state
  if (withdrawing) return 'withdrawing'
  if (state === 'creating') return 'creating'
  return delivery === 'not_asked' ? 'waiting' : delivery
}
