import type { Operation } from '../operation.ts'
import { accountSchema, advanceAccountBodySchema } from '../schemas/account.ts'
import { idParamsSchema } from '../schemas/common.ts'

/** Ours: what the underwriter and the processor's risk department do elsewhere. */
export const boardingSandboxOperations = {
  'sandbox.accounts.advance': {
    method: 'POST',
    path: '/sandbox/accounts/{id}/advance',
    summary: 'Suspend an account, board it again, or close it for good',
    spec: 'ours',
    access: 'write',
    account: 'none',
    sandbox: true,
    params: idParamsSchema,
    body: advanceAccountBodySchema,
    reply: accountSchema,
  },
} as const satisfies Record<string, Operation>
