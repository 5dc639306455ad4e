import { refuse } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { CreatePaymentNoteBody, PaymentNote } from '../../src-shared/api/schemas/payment-note.ts'
import { ok } from '../../src-shared/result.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { inserted } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

export interface NoteState {
  readonly payment: Row<Payment>
  /** The refund that the note names; null if it names none, or none of this account. */
  readonly refund: Row<RefundDocument> | null
}

/** Adds a note. Notes never change, and a note's finding does not change the payment. */
export function decideAddNote(
  { payment, refund }: NoteState,
  { text, author, refund_id, finding }: CreatePaymentNoteBody,
  { now, newId }: DecisionContext,
): DecisionResult<PaymentNote> {
  if (refund_id !== undefined && refund?.document.payment_id !== payment.id) {
    return refuse('parameter_invalid', `Payment ${payment.id} has no refund ${refund_id}.`, {
      param: 'refund_id',
    })
  }
  const note: PaymentNote = {
    id: newId('payment_note'),
    entity: 'payment_note',
    account_id: payment.account_id,
    payment_id: payment.id,
    refund_id: refund_id ?? null,
    finding: finding ?? null,
    text,
    author: author ?? null,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  }
  return ok({ writes: [inserted('payment_note', payment.account_id, note, now)], events: [], reply: note })
}
