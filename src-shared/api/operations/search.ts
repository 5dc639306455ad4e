import type { Operation } from '../operation.ts'
import { paymentIntentSearchPageSchema, searchPaymentIntentsBodySchema } from '../schemas/search.ts'

/** Section 4.2: the search for payment intents. */
export const searchOperations = {
  'payment_intents.search': {
    method: 'POST',
    path: '/payment_intents/search',
    summary: 'Search payment intents by what is known of them',
    spec: '4.2',
    access: 'read',
    account: 'optional',
    business: true,
    body: searchPaymentIntentsBodySchema,
    reply: paymentIntentSearchPageSchema,
  },
} as const satisfies Record<string, Operation>
