import type { Operation } from '../operation.ts'
import {
  createExternalPaymentBodySchema,
  createExternalRefundBodySchema,
  externalIntentParamsSchema,
  updateExternalPaymentBodySchema,
} from '../schemas/external.ts'
import { paymentIntentSchema } from '../schemas/payment-intent.ts'
import { refundSchema } from '../schemas/refund.ts'

/** Sections 4.1 and 4.2: payments and refunds that another gateway made and that are reported here. */
export const externalOperations = {
  'external_payments.create': {
    method: 'POST',
    path: '/external_payments',
    summary: 'Report a card payment that another gateway authorized',
    spec: '4.1',
    access: 'write',
    account: 'required',
    idempotent: true,
    body: createExternalPaymentBodySchema,
    reply: paymentIntentSchema,
  },
  'external_refunds.create': {
    method: 'POST',
    path: '/external_refunds',
    summary: 'Report a refund that another gateway made',
    spec: '4.1',
    access: 'write',
    account: 'required',
    idempotent: true,
    body: createExternalRefundBodySchema,
    reply: refundSchema,
  },
  'external_payment_intents.create': {
    method: 'POST',
    path: '/external_payment_intents',
    summary: 'Report a card payment that another gateway authorized (the same as external_payments.create)',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    body: createExternalPaymentBodySchema,
    reply: paymentIntentSchema,
  },
  'external_payment_intents.update': {
    method: 'PATCH',
    path: '/external_payment_intents/{payment_intent_id}',
    summary: 'Correct a reported external payment that is not settled yet',
    spec: '4.2',
    access: 'write',
    account: 'optional',
    params: externalIntentParamsSchema,
    body: updateExternalPaymentBodySchema,
    reply: paymentIntentSchema,
  },
} as const satisfies Record<string, Operation>
