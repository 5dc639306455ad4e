import type { Operation } from '../operation.ts'
import { cursorQuerySchema, idParamsSchema } from '../schemas/common.ts'
import { paymentPageSchema } from '../schemas/payment-intent.ts'
import {
  createPaymentNoteBodySchema,
  paymentNotePageSchema,
  paymentNoteSchema,
} from '../schemas/payment-note.ts'

/** Ours: notes about payments, and disputed payments. */
export const paymentNoteOperations = {
  'payment_notes.create': {
    method: 'POST',
    path: '/payments/{id}/notes',
    summary: 'Add a note to a payment, or a finding from outside the service; it changes no state',
    spec: 'ours',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: createPaymentNoteBodySchema,
    reply: paymentNoteSchema,
  },
  'payment_notes.list': {
    method: 'GET',
    path: '/payments/{id}/notes',
    summary: 'List the notes about a payment, newest first',
    spec: 'ours',
    access: 'read',
    account: 'required',
    business: true,
    params: idParamsSchema,
    query: cursorQuerySchema,
    reply: paymentNotePageSchema,
  },
  'disputes.list': {
    method: 'GET',
    path: '/disputes',
    summary: 'List the payments with a current or past dispute or inquiry, newest first',
    spec: 'ours',
    access: 'read',
    account: 'optional',
    business: true,
    query: cursorQuerySchema,
    reply: paymentPageSchema,
  },
} as const satisfies Record<string, Operation>
