import type { Operation } from '../operation.ts'
import {
  findPaymentIntentsBodySchema,
  foundPaymentIntentsSchema,
  paymentIntentSearchPageSchema,
  searchPaymentIntentsBodySchema,
} from '../schemas/search.ts'

/** Section 4.2: the search for payment intents. */
export const searchOperations = {
  'payment_intents.search': {
    method: 'POST',
    path: '/payment_intents/search',
    summary: 'Search payment intents by reference, status, time or amount',
    spec: '4.2',
    access: 'read',
    account: 'optional',
    business: true,
    body: searchPaymentIntentsBodySchema,
    reply: paymentIntentSearchPageSchema,
  },
  /** Ours (docs/decisions/0072). */
  'payment_intents.find': {
    method: 'POST',
    path: '/payment_intents/find',
    summary: 'Find payment intents by details that people know, such as a card, a receipt number or a name',
    spec: 'ours',
    access: 'read',
    account: 'optional',
    business: true,
    body: findPaymentIntentsBodySchema,
    reply: foundPaymentIntentsSchema,
  },
} as const satisfies Record<string, Operation>
