import type { Operation } from '../operation.ts'
import { idParamsSchema } from '../schemas/common.ts'
import { outboxSchema, sendReceiptBodySchema, sendReplySchema } from '../schemas/receipt.ts'

/** Section 4.2: receipts by e-mail, and where a sandbox shows what was sent. */
export const receiptOperations = {
  'payment_intents.send_receipt': {
    method: 'POST',
    path: '/payment_intents/{id}/receipt',
    summary: 'Send the receipt of a paid intent by e-mail; a repeat sends it again',
    spec: '4.2',
    access: 'write',
    account: 'required',
    params: idParamsSchema,
    body: sendReceiptBodySchema,
    reply: sendReplySchema,
  },
  'sandbox.outbox': {
    method: 'GET',
    path: '/sandbox/outbox',
    summary: 'List the e-mails and text messages that were sent, newest first',
    spec: 'ours',
    access: 'read',
    account: 'optional',
    business: true,
    sandbox: true,
    reply: outboxSchema,
  },
} as const satisfies Record<string, Operation>
