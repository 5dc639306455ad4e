import type { Operation } from '../operation.ts'
import {
  checkoutPageSchema,
  collectCheckoutPageBodySchema,
  collectedSchema,
  payCheckoutPageBodySchema,
} from '../schemas/checkout-page.ts'
import {
  checkoutSessionPageSchema,
  checkoutSessionSchema,
  createCheckoutSessionBodySchema,
  updateCheckoutSessionBodySchema,
} from '../schemas/checkout-session.ts'
import { cursorQuerySchema, idParamsSchema } from '../schemas/common.ts'

/** Sections 2.6 and 4.2: hosted checkout sessions. */
export const checkoutSessionOperations = {
  'checkout_sessions.create': {
    method: 'POST',
    path: '/checkout_sessions',
    summary: 'Create a checkout session with its hosted payment page',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    body: createCheckoutSessionBodySchema,
    reply: checkoutSessionSchema,
  },
  'checkout_sessions.list': {
    method: 'GET',
    path: '/checkout_sessions',
    summary: 'List checkout sessions, newest first',
    spec: '4.2',
    access: 'read',
    account: 'required',
    business: true,
    query: cursorQuerySchema,
    reply: checkoutSessionPageSchema,
  },
  'checkout_sessions.get': {
    method: 'GET',
    path: '/checkout_sessions/{id}',
    summary: 'Fetch a checkout session',
    spec: '4.2',
    access: 'read',
    account: 'required',
    params: idParamsSchema,
    reply: checkoutSessionSchema,
  },
  'checkout_sessions.update': {
    method: 'PATCH',
    path: '/checkout_sessions/{id}',
    summary: 'Update an open checkout session',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    body: updateCheckoutSessionBodySchema,
    reply: checkoutSessionSchema,
  },
  'checkout_sessions.expire': {
    method: 'POST',
    path: '/checkout_sessions/{id}/expire',
    summary: 'Expire an open checkout session',
    spec: '4.2',
    access: 'write',
    account: 'required',
    idempotent: true,
    params: idParamsSchema,
    reply: checkoutSessionSchema,
  },
} as const satisfies Record<string, Operation>

/** Ours: calls of the hosted page, with the secret of a session or of a payment method intent. */
export const checkoutPageOperations = {
  'checkout_pages.get': {
    method: 'GET',
    path: '/checkout_pages/{id}',
    summary: 'Fetch the content of the hosted payment page',
    spec: 'ours',
    access: 'client_secret',
    account: 'none',
    params: idParamsSchema,
    reply: checkoutPageSchema,
  },
  'checkout_pages.collect': {
    method: 'POST',
    path: '/checkout_pages/{id}/collect',
    summary: 'Collect card or bank details on the hosted page and return the amount to be charged',
    spec: 'ours',
    access: 'client_secret',
    account: 'none',
    params: idParamsSchema,
    body: collectCheckoutPageBodySchema,
    reply: collectedSchema,
  },
  'checkout_pages.pay': {
    method: 'POST',
    path: '/checkout_pages/{id}/pay',
    summary: 'Pay the amounts that the hosted page shows',
    spec: 'ours',
    access: 'client_secret',
    account: 'none',
    idempotent: true,
    params: idParamsSchema,
    body: payCheckoutPageBodySchema,
    reply: checkoutPageSchema,
  },
} as const satisfies Record<string, Operation>
