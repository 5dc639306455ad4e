import type { Step } from './loops.ts'

export const create = (body: object): Step => ({
  ...{ method: 'POST', path: () => '/payment_intents', keep: 'pi' },
  body: () => JSON.stringify(body),
})

/** Create, pay with a saved card, capture, refund. */
export const moneyLoop = (customer: string): readonly Step[] => [
  create({ amount: 1234, capture: false, reference_id: 'bench' }),
  {
    ...{ method: 'POST', path: ({ pi }) => `/payment_intents/${pi}/payments`, keep: 'pmt' },
    body: () => JSON.stringify({ customer_id: customer }),
  },
  { method: 'POST', path: ({ pi }) => `/payment_intents/${pi}/capture`, body: () => '{}' },
  { method: 'POST', path: ({ pmt }) => `/payments/${pmt}/refunds`, body: () => '{}' },
]

export const createAndGet: readonly Step[] = [
  create({ amount: 1234, reference_id: 'bench' }),
  { method: 'GET', path: ({ pi }) => `/payment_intents/${pi}` },
]
