import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { emailSchema } from '../../email-address.ts'
import { orderSchema } from '../order/order.ts'

/** The formats of `checkout_sessions.send_email` and `send_sms` (section 4.2). */
const linkEmailSchema = emailSchema.max(254)
const linkPhoneSchema = z.string().regex(/^\+[1-9]\d{7,14}$/)

/**
 * A payment that is made elsewhere: on the hosted page of a checkout session, by a sent link or its QR code. It
 * continues beside the sales at the counter, also after a restart.
 *
 *   creating ─▶ open ─▶ paid | expired
 *      │          ├─withdraw▶ withdrawn (or paid, when the payer was faster)
 *      │          └─used, and the bank is to answer (awaits_bank) ─▶ paid | not_known
 *      └─ refused ▶ not_made   └─ the service no longer shows it ▶ not_known
 *
 * Only the session proves a payment: `complete` means paid, nothing else does. The amount paid comes from the intent,
 * since a card may pay a part. If the service does not know the session, nothing is claimed about it.
 */
export const linkReceiverSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sms'), phone_number: linkPhoneSchema }),
  z.strictObject({ kind: z.literal('email'), address: linkEmailSchema }),
  /** Nothing is sent: the QR code is shown. */
  z.strictObject({ kind: z.literal('code') }),
])
export type LinkReceiver = z.infer<typeof linkReceiverSchema>

/** `unsure`: perhaps sent. `local`: the link works only on this computer; `not_public`: no public address is set. */
const linkDeliverySchema = z.enum(['not_asked', 'sending', 'sent', 'failed', 'unsure', 'local', 'not_public'])

export const paymentLinkSchema = z.object({
  /** The session's reference_id, by which the session is found if the answer to its creation was lost. */
  id: z.string(),
  /** Cents. */
  amount: amountSchema,
  currency: z.string(),
  note: z.string(),
  /** The goods; null for a typed amount. */
  order: orderSchema.nullable().default(null),
  /** The bill that it pays in full or in part; null if it pays by itself. */
  bill: z.object({ number: z.string(), total: amountSchema }).nullable().default(null),
  receiver: linkReceiverSchema,
  made_at: timestampSchema,
  state: z.enum(['creating', 'open', 'paid', 'expired', 'withdrawn', 'not_made', 'not_known']),
  /** In cents, from the intent; null until it is paid. */
  paid: amountSchema.nullable().default(null),
  /** Null until the service has shown it. */
  session_id: z.string().nullable(),
  delivery: linkDeliverySchema,
  /** The cashier is withdrawing it. The end of its session decides. */
  withdrawing: z.boolean(),
  /**
   * It was used, and the amount paid is unknown until the bank answers about the payment, or about a refund made
   * elsewhere. Until then the link cannot be ended.
   */
  awaits_bank: z.enum(['payment', 'refund']).nullable().default(null),
  /** Number of creations sent: after the first one, the session is looked up before the next is sent. */
  creations: z.number().int(),
})
export type PaymentLink = z.infer<typeof paymentLinkSchema>

export type NewLink = Pick<PaymentLink, 'id' | 'amount' | 'currency' | 'note' | 'order' | 'receiver'>

/** A link for the windows, with its address, which holds a secret and is not stored in any file of this counter. */
export const shownLinkSchema = paymentLinkSchema.extend({ url: z.string().nullable() })
export type ShownLink = z.infer<typeof shownLinkSchema>
