import type { Operation } from '../operation.ts'
import { cursorQuerySchema, idParamsSchema } from '../schemas/common.ts'
import { createRefundBodySchema, refundPageSchema, refundSchema } from '../schemas/refund.ts'

/** Section 4.2: refunds. */
export const refundOperations = {
  'refunds.create': {
    method: 'POST',
    path: '/payments/{id}/refunds',
    summary: 'Refund a captured payment, all that is left or a part',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: createRefundBodySchema,
    reply: refundSchema,
  },
  'refunds.get': {
    method: 'GET',
    path: '/refunds/{id}',
    summary: 'Fetch a refund',
    spec: '4.2',
    access: 'read',
    account: 'required',
    params: idParamsSchema,
    reply: refundSchema,
  },
  'payments.list_refunds': {
    method: 'GET',
    path: '/payments/{id}/refunds',
    summary: 'List every refund of a payment, newest first',
    spec: 'ours',
    access: 'read',
    account: 'required',
    business: true,
    params: idParamsSchema,
    query: cursorQuerySchema,
    reply: refundPageSchema,
  },
} as const satisfies Record<string, Operation>
