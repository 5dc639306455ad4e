import type { Operation } from '../operation.ts'
import { idParamsSchema } from '../schemas/common.ts'
import {
  attachPaymentMethodBodySchema,
  paymentMethodSchema,
  updatePaymentMethodBodySchema,
} from '../schemas/payment-method.ts'
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
  'payment_methods.get': {
    method: 'GET',
    path: '/payment_methods/{id}',
    summary: 'Fetch a payment method',
    spec: '4.2',
    access: 'read',
    account: 'optional',
    params: idParamsSchema,
    reply: paymentMethodSchema,
  },
  'payment_methods.update': {
    method: 'PATCH',
    path: '/payment_methods/{id}',
    summary: 'Change billing details, expiry or meta data',
    spec: '4.2',
    access: 'write',
    account: 'optional',
    params: idParamsSchema,
    body: updatePaymentMethodBodySchema,
    reply: paymentMethodSchema,
  },
  'payment_methods.attach': {
    method: 'POST',
    path: '/payment_methods/{id}/attach',
    summary: 'Keep a payment method for a customer, to be used again',
    spec: '4.2',
    access: 'write',
    account: 'optional',
    idempotent: true,
    params: idParamsSchema,
    body: attachPaymentMethodBodySchema,
    reply: paymentMethodSchema,
  },
  'payment_methods.detach': {
    method: 'POST',
    path: '/payment_methods/{id}/detach',
    summary: 'Take a payment method from its customer, for good',
    spec: '4.2',
    access: 'write',
    account: 'optional',
    idempotent: true,
    params: idParamsSchema,
    reply: paymentMethodSchema,
  },
  'payment_methods.disable_account_updater': {
    method: 'POST',
    path: '/payment_methods/{id}/disable_account_updater',
    summary: 'Keep the card networks from renewing this card',
    spec: '4.2',
    access: 'write',
    account: 'optional',
    idempotent: true,
    params: idParamsSchema,
    reply: paymentMethodSchema,
  },
} as const satisfies Record<string, Operation>
