import type { Operation } from '../operation.ts'
import { idParamsSchema } from '../schemas/common.ts'
import { outboxSchema, sendEmailBodySchema, sendReplySchema, sendSmsBodySchema } from '../schemas/message.ts'

/** Section 4.2: links and receipts that are sent, and where a sandbox shows them. */
export const messageOperations = {
  'payment_intents.send_receipt': {
    method: 'POST',
    path: '/payment_intents/{id}/receipt',
    summary: 'Send the receipt of a paid intent by e-mail; a repeat sends it again',
    spec: '4.2',
    access: 'write',
    account: 'required',
    params: idParamsSchema,
    idempotent: true,
    body: sendEmailBodySchema,
    reply: sendReplySchema,
  },
  'checkout_sessions.send_sms': {
    method: 'POST',
    path: '/checkout_sessions/{id}/send_sms',
    summary: 'Send the link of an open session by text message',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: sendSmsBodySchema,
    reply: sendReplySchema,
  },
  'checkout_sessions.send_email': {
    method: 'POST',
    path: '/checkout_sessions/{id}/send_email',
    summary: 'Send the link of an open session by e-mail',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: sendEmailBodySchema,
    reply: sendReplySchema,
  },
  'checkout_sessions.send_receipt': {
    method: 'POST',
    path: '/checkout_sessions/{id}/send_receipt',
    summary: 'Send the receipt of a session that was paid by e-mail; a repeat sends it again',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: sendEmailBodySchema,
    reply: sendReplySchema,
  },
  'sandbox.outbox': {
    method: 'GET',
    path: '/sandbox/outbox',
    summary: 'List the e-mails and text messages that were sent, newest first',
    spec: 'ours',
    // Whoever may only read gets no link that pays.
    access: 'write',
    account: 'optional',
    business: true,
    sandbox: true,
    reply: outboxSchema,
  },
} as const satisfies Record<string, Operation>
