import type { Operation } from '../operation.ts'
import { paymentMethodSchema } from '../schemas/payment-method.ts'
import { createTokenBodySchema } from '../schemas/token.ts'

/** Section 4.2: payment methods, and the tokens they begin as. */
export const paymentMethodOperations = {
  'tokens.create': {
    method: 'POST',
    path: '/tokens',
    summary: 'Turn card or bank details into a payment method; for the browser SDK',
    spec: '4.1',
    access: 'public',
    account: 'optional',
    body: createTokenBodySchema,
    reply: paymentMethodSchema,
  },
} as const satisfies Record<string, Operation>
