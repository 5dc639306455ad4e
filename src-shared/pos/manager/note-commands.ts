import { z } from 'zod'
import type { PaymentNote } from '../../api/schemas/payment-note.ts'
import { createPaymentNoteBodySchema, paymentNoteSchema } from '../../api/schemas/payment-note.ts'
import { type CommandRow, reply } from '../command-row.ts'

const id = z.string().min(1).max(64)
const { text } = createPaymentNoteBodySchema.shape

/** The notes about a payment and their place: at the service, or on this computer if the service has no notes. */
export interface PaymentNotes {
  /** Newest first. */
  readonly notes: readonly PaymentNote[]
  readonly kept: 'service' | 'here'
}

/** Notes about payments: rows of posCommands. */
export const noteCommands = {
  'payments.notes': {
    right: 'see_payments',
    payload: z.strictObject({ payment_ids: z.array(id).max(50) }),
    reply: reply<PaymentNotes>(),
    polled: true,
  },
  /**
   * Adds a note. `id` is the window's own: a repeat adds no second note. A `finding` is what a person saw of the money
   * elsewhere, such as on a statement; it changes nothing about the payment.
   */
  'payments.add_note': {
    right: 'change_payments',
    payload: z.strictObject({
      /** Also the idempotency key. */
      id: id.min(10),
      payment_id: id,
      refund_id: id.nullable(),
      finding: paymentNoteSchema.shape.finding,
      text,
    }),
    audited: ['payment_id', 'refund_id', 'finding', 'text'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>
