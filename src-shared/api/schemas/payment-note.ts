import { z } from 'zod'
import { optionalField, pageOf, timestampSchema } from './common.ts'

/**
 * Ours: a person's note about a payment or one of its refunds. Notes can only be added. A note with a `finding` records
 * something seen outside of the service, such as on a bank statement: it proves nothing and changes nothing about the
 * payment (docs/decisions/0076).
 */
export const paymentNoteSchema = z
  .object({
    id: z.string(),
    entity: z.literal('payment_note'),
    account_id: z.string(),
    payment_id: z.string(),
    /** The refund that the note is about; null if it is about the payment. */
    refund_id: z.string().nullable(),
    /** done: the money has moved, as far as the author could see; not_done: it has not. null: a plain note. */
    finding: z.enum(['done', 'not_done']).nullable(),
    text: z.string(),
    /** The author's name as entered; null if none was given. */
    author: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'PaymentNote' })
export type PaymentNote = z.infer<typeof paymentNoteSchema>
export const paymentNotePageSchema = pageOf(paymentNoteSchema)

export const createPaymentNoteBodySchema = z.strictObject({
  /** What the author saw, and where to look it up again. */
  text: z.string().trim().min(1).max(2000),
  author: optionalField(z.string().trim().min(1).max(100), 'The name of the author.'),
  refund_id: optionalField(
    z.string().min(1).max(64),
    'The id of the refund that the note is about. Without it, the note is about the payment.',
  ),
  finding: optionalField(
    z.enum(['done', 'not_done']),
    'Whether the money has moved, as far as the author could see. It proves nothing and does not change the payment.',
  ),
})
export type CreatePaymentNoteBody = z.infer<typeof createPaymentNoteBodySchema>
