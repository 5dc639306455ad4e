import type { Operation } from '../operation.ts'
import { cursorQuerySchema, idParamsSchema } from '../schemas/common.ts'
import {
  cancelPaymentMethodIntentBodySchema,
  createPaymentMethodIntentBodySchema,
  paymentMethodIntentPageSchema,
  paymentMethodIntentSchema,
  updatePaymentMethodIntentBodySchema,
} from '../schemas/payment-method-intent.ts'

/** Sections 2.7 and 4.2: collects, validates and keeps card or bank details for a customer, without a payment. */
export const paymentMethodIntentOperations = {
  'payment_method_intents.create': {
    method: 'POST',
    path: '/payment_method_intents',
    summary: 'Create a payment method intent, which collects a payment method without a payment',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    body: createPaymentMethodIntentBodySchema,
    reply: paymentMethodIntentSchema,
  },
  'payment_method_intents.list': {
    method: 'GET',
    path: '/payment_method_intents',
    summary: 'List payment method intents, newest first',
    spec: '4.2',
    access: 'read',
    account: 'optional',
    business: true,
    query: cursorQuerySchema,
    reply: paymentMethodIntentPageSchema,
  },
  'payment_method_intents.get': {
    method: 'GET',
    path: '/payment_method_intents/{id}',
    summary: 'Fetch a payment method intent',
    spec: '4.2',
    access: 'read',
    account: 'optional',
    params: idParamsSchema,
    reply: paymentMethodIntentSchema,
  },
  'payment_method_intents.update': {
    method: 'PATCH',
    path: '/payment_method_intents/{id}',
    summary: 'Update a payment method intent, or set its customer',
    spec: '4.2',
    access: 'write',
    account: 'optional',
    idempotent: true,
    params: idParamsSchema,
    body: updatePaymentMethodIntentBodySchema,
    reply: paymentMethodIntentSchema,
  },
  'payment_method_intents.cancel': {
    method: 'POST',
    path: '/payment_method_intents/{id}/cancel',
    summary: 'Cancel a payment method intent that has no payment method yet',
    spec: '4.2',
    access: 'write',
    account: 'optional',
    idempotent: true,
    params: idParamsSchema,
    body: cancelPaymentMethodIntentBodySchema,
    reply: paymentMethodIntentSchema,
  },
} as const satisfies Record<string, Operation>
