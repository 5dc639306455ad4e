import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Caller } from '../caller.ts'
import type { Page } from '../store/read-page.ts'

/** An intent as this caller may see it: its secret lets a payer pay, so only a key that may pay gets it (section 2.2). */
export const intentView = (intent: PaymentIntent, { level }: Pick<Caller, 'level'>): PaymentIntent =>
  level === 'read_only' ? { ...intent, client_secret: null } : intent

export const intentPageView = (
  { data, meta }: Page<PaymentIntent>,
  caller: Pick<Caller, 'level'>,
): Page<PaymentIntent> => ({ data: data.map((intent) => intentView(intent, caller)), meta })
