import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Caller } from '../caller.ts'
import type { Page } from '../store/read-page.ts'

/**
 * Returns an intent as this caller may see it: its secret allows paying, so only a key that may pay gets it (section
 * 2.2).
 */
export const secretView = <Intent extends { readonly client_secret: string | null }>(
  intent: Intent,
  { level }: Pick<Caller, 'level'>,
): Intent => (level === 'read_only' ? { ...intent, client_secret: null } : intent)

export const intentPageView = (
  { data, meta }: Page<PaymentIntent>,
  caller: Pick<Caller, 'level'>,
): Page<PaymentIntent> => ({ data: data.map((intent) => secretView(intent, caller)), meta })
