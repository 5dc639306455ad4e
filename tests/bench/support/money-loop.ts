import type { Step } from './loops.ts'

export const create = (body: object): Step => ({
  method: 'POST',
  path: () => '/payment_intents',
  body: () => JSON.stringify(body),
  keep: ({ id }: { id: string }) => ({ intent: id }),
})

/** Create, pay with a saved card, capture, refund. */
export const moneyLoop = (customer: string): readonly Step[] => [
  create({ amount: 1234, capture: false, reference_id: 'bench' }),
  {
    method: 'POST',
    path: ({ intent }) => `/payment_intents/${intent}/payments`,
    body: () => JSON.stringify({ customer_id: customer }),
    keep: ({ latest_payment: { id } }: { latest_payment: { id: string } }) => ({ payment: id }),
  },
  { method: 'POST', path: ({ intent }) => `/payment_intents/${intent}/capture`, body: () => '{}' },
  { method: 'POST', path: ({ payment }) => `/payments/${payment}/refunds`, body: () => '{}' },
]
