import type { Operation } from '../operation.ts'
import {
  createFeeBodySchema,
  feePageSchema,
  feeParamsSchema,
  feeSchema,
  listFeesQuerySchema,
  refundFeeBodySchema,
} from '../schemas/fee.ts'

/** Section 4.2: fees. */
export const feeOperations = {
  'fees.list': {
    method: 'GET',
    path: '/fees',
    summary: 'List the fees of an account, newest first',
    spec: '4.2',
    access: 'read',
    account: 'required',
    business: true,
    query: listFeesQuerySchema,
    reply: feePageSchema,
  },
  'fees.create': {
    method: 'POST',
    path: '/fees',
    summary: 'Charge an ad hoc fee to an account',
    spec: '4.2',
    access: 'tenant_admin',
    account: 'required',
    idempotent: true,
    body: createFeeBodySchema,
    reply: feeSchema,
  },
  'fees.get': {
    method: 'GET',
    path: '/fees/{id}',
    summary: 'Fetch a fee',
    spec: '4.2',
    access: 'read',
    account: 'required',
    params: feeParamsSchema,
    reply: feeSchema,
  },
  'fees.refund': {
    method: 'POST',
    path: '/fees/{id}/refunds',
    summary: 'Refund an ad hoc fee in full or in part, at most 10 times',
    spec: '4.2',
    access: 'tenant_admin',
    account: 'optional',
    idempotent: true,
    params: feeParamsSchema,
    body: refundFeeBodySchema,
    reply: feeSchema,
  },
} as const satisfies Record<string, Operation>
