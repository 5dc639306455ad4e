import type { Operation } from '../operation.ts'
import { accountSchema, advanceAccountBodySchema } from '../schemas/account.ts'
import { advanceApplicationBodySchema, applicationSchema } from '../schemas/application.ts'
import { idParamsSchema } from '../schemas/common.ts'

/** Ours: simulates the processor's risk department. */
export const boardingSandboxOperations = {
  'sandbox.accounts.advance': {
    method: 'POST',
    path: '/sandbox/accounts/{id}/advance',
    summary: 'Suspend an account, board it again, or close it permanently',
    spec: 'ours',
    access: 'write',
    account: 'none',
    sandbox: true,
    params: idParamsSchema,
    body: advanceAccountBodySchema,
    reply: accountSchema,
  },
} as const satisfies Record<string, Operation>

/** Ours: simulates the underwriter. */
export const applicationSandboxOperations = {
  'sandbox.applications.advance': {
    method: 'POST',
    path: '/sandbox/applications/{id}/advance',
    summary: "Act as the underwriter of an application: set its status, or let the company's name decide",
    spec: 'ours',
    access: 'business',
    account: 'none',
    sandbox: true,
    params: idParamsSchema,
    body: advanceApplicationBodySchema,
    reply: applicationSchema,
  },
} as const satisfies Record<string, Operation>
