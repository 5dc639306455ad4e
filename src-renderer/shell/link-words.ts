import type { PaymentLink } from '../../src-shared/pos/payment-link.ts'

/** Keys of `links.*` in the language files. */
export type LinkWords =
  | Exclude<PaymentLink['state'], 'open'>
  | 'sending'
  | 'waiting'
  | 'sent'
  | 'failed'
  | 'local'
  | 'withdrawing'

/** What is known of a link, in one word. */
export function linkWords({ state, delivery, withdrawing }: PaymentLink): LinkWords {
  if (state !== 'open' && state !== 'creating') return state
  if (withdrawing) return 'withdrawing'
  if (state === 'creating') return 'creating'
  return delivery === 'not_asked' ? 'waiting' : delivery
}
