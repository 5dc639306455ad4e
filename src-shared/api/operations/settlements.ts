import type { Operation } from '../operation.ts'
import { cursorQuerySchema, idParamsSchema } from '../schemas/common.ts'
import {
  listSettlementLinesQuerySchema,
  settlementLinePageSchema,
  settlementPageSchema,
  settlementSchema,
  unmatchedListSchema,
  unmatchedQuerySchema,
} from '../schemas/settlement.ts'

/** Section 4.2: settlements. */
export const settlementOperations = {
  'settlements.list_unmatched': {
    method: 'GET',
    path: '/settlements/unmatched',
    summary: 'List external payments, external refunds and gateway records that have no match',
    spec: '4.2',
    access: 'read',
    account: 'optional',
    business: true,
    query: unmatchedQuerySchema,
    reply: unmatchedListSchema,
  },
  'settlements.list': {
    method: 'GET',
    path: '/settlements',
    summary: 'List settlements, newest first',
    spec: 'ours',
    access: 'read',
    account: 'optional',
    business: true,
    query: cursorQuerySchema,
    reply: settlementPageSchema,
  },
  'settlements.get': {
    method: 'GET',
    path: '/settlements/{id}',
    summary: 'Fetch a settlement',
    spec: 'ours',
    access: 'read',
    account: 'required',
    params: idParamsSchema,
    reply: settlementSchema,
  },
  'settlements.list_lines': {
    method: 'GET',
    path: '/settlements/{id}/lines',
    summary: 'List what a settlement consists of: payments, refunds, disputes and reversals, fees, splits',
    spec: 'ours',
    access: 'read',
    account: 'optional',
    business: true,
    params: idParamsSchema,
    query: listSettlementLinesQuerySchema,
    reply: settlementLinePageSchema,
  },
} as const satisfies Record<string, Operation>
