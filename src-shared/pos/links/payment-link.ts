import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { orderSchema } from '../order/order.ts'

/** As `checkout_sessions.send_email` and `send_sms` take them (section 4.2). */
const linkEmailSchema = z.email().max(254)
const linkPhoneSchema = z.string().regex(/^\+[1-9]\d{7,14}$/)

/**
 * A payment that somebody makes elsewhere: on the hosted page of a checkout session, by a link that was sent to them or
 * by its QR code. It goes on beside the sales at the counter, also over a restart.
 *
 *   creating ─▶ open ─▶ paid | expired
 *      │          ├─withdraw▶ withdrawn (or paid, when the payer was faster)
 *      │          └─used, and the bank is to answer (awaits_bank) ─▶ paid | not_known
 *      └─ refused ▶ not_made   └─ the service no longer shows it ▶ not_known
 *
 * Money is claimed only as the session shows it: `complete` is paid, and nothing else is. How much was
 * paid, its intent shows: a card may pay a part. Of a session that the service does not know nothing is claimed.
 */
export const linkReceiverSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sms'), phone_number: linkPhoneSchema }),
  z.strictObject({ kind: z.literal('email'), address: linkEmailSchema }),
  /** Nobody is sent anything: the QR code is shown. */
  z.strictObject({ kind: z.literal('code') }),
])
export type LinkReceiver = z.infer<typeof linkReceiverSchema>

/** How sending went. `unsure`: it may have been sent, and nobody knows. `local`: the service has no address that another computer or a telephone could open; `not_public`: nor one that its installer has named. */
const linkDeliverySchema = z.enum(['not_asked', 'sending', 'sent', 'failed', 'unsure', 'local', 'not_public'])

export const paymentLinkSchema = z.object({
  /** The session's reference_id: by it the session is found again when the answer to its creation was lost. */
  id: z.string(),
  /** Cents. */
  amount: amountSchema,
  currency: z.string(),
  note: z.string(),
  /** What is sold; null where an amount was typed. */
  order: orderSchema.nullable().default(null),
  /** The bill that it pays, or a part of it; null where it pays by itself. */
  bill: z.object({ number: z.string(), total: amountSchema }).nullable().default(null),
  receiver: linkReceiverSchema,
  made_at: timestampSchema,
  state: z.enum(['creating', 'open', 'paid', 'expired', 'withdrawn', 'not_made', 'not_known']),
  /** Cents, as the intent shows it; null until it is paid. */
  paid: amountSchema.nullable().default(null),
  /** Null until the service showed it. */
  session_id: z.string().nullable(),
  delivery: linkDeliverySchema,
  /** The cashier takes it back. The session's own end decides. */
  withdrawing: z.boolean(),
  /**
   * It was used, and what is paid is not known before the bank has answered: about the payment, or about a refund that was
   * made elsewhere. Nobody can end it meanwhile.
   */
  awaits_bank: z.enum(['payment', 'refund']).nullable().default(null),
  /** Creations that were sent: after the first, the session is looked for before another is sent. */
  creations: z.number().int(),
})
export type PaymentLink = z.infer<typeof paymentLinkSchema>

export type NewLink = Pick<PaymentLink, 'id' | 'amount' | 'currency' | 'note' | 'order' | 'receiver'>

/** A link as the windows get it: with its address, which holds a secret and is kept in no file of this counter. */
export const shownLinkSchema = paymentLinkSchema.extend({ url: z.string().nullable() })
export type ShownLink = z.infer<typeof shownLinkSchema>
