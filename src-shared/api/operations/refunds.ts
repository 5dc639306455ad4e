import type { Operation } from '../operation.ts'
import { cursorQuerySchema, idParamsSchema } from '../schemas/common.ts'
import { createRefundBodySchema, refundPageSchema, refundSchema } from '../schemas/refund.ts'
import { resolveRefundBodySchema } from '../schemas/resolve.ts'

/** Section 4.2: refunds. Resolving refunds without an answer is ours. */
export const refundOperations = {
  'refunds.create': {
    method: 'POST',
    path: '/payments/{id}/refunds',
    summary: 'Refund a captured payment, in full or in part',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: createRefundBodySchema,
    reply: refundSchema,
  },
  'refunds.list_unresolved': {
    method: 'GET',
    path: '/refunds/unresolved',
    summary: 'List the refunds whose outcome needs manual research, newest first',
    spec: 'ours',
    access: 'read',
    account: 'optional',
    business: true,
    query: cursorQuerySchema,
    reply: refundPageSchema,
  },
  'refunds.resolve': {
    method: 'POST',
    path: '/refunds/{id}/resolve',
    summary: 'Resolve the outcome of an unresolved refund, with evidence that is stored',
    spec: 'ours',
    access: 'tenant_admin',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: resolveRefundBodySchema,
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
