import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import { isPartPaid } from '../../src-shared/pos/links/payment-link-steps.ts'

/** Keys of `links.*` in the language files. */
export type LinkWords =
  | Exclude<PaymentLink['state'], 'open'>
  | 'part_paid'
  | 'sending'
  | 'waiting'
  | 'sent'
  | 'failed'
  | 'unsure'
  | 'local'
  | 'not_public'
  | 'withdrawing'
  | 'awaits_payment'
  | 'awaits_refund'

/** The state of a payment link as one key. */
export function linkWords(link: PaymentLink): LinkWords {
  const { state, delivery, withdrawing, awaits_bank } = link
  if (isPartPaid(link)) return 'part_paid'
  if (state !== 'open' && state !== 'creating') return state
  if (awaits_bank !== null) return awaits_bank === 'refund' ? 'awaits_refund' : 'awaits_payment'
  if (withdrawing) return 'withdrawing'
  if (state === 'creating') return 'creating'
  return delivery === 'not_asked' ? 'waiting' : delivery
}
