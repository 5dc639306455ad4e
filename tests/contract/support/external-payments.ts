import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Answer, Ask } from './ask.ts'

/** A card that another gateway holds, as it reports it. */
export const methodElsewhere = {
  payment_method_type: 'card',
  source_type: 'other-gateway',
  card: {
    token: 'held-at-the-gateway',
    last_four_digits: '1111',
    first_six_digits: '411111',
    brand: 'Visa',
    exp_month: '3',
    exp_year: '30',
  },
}

export const intentOf = (answer: Answer) => answer.body as PaymentIntent

/** The reports of another gateway, as requests. */
export const reportsOf = (ask: Ask) => ({
  createPayment: (body: object, headers: Record<string, string> = {}) =>
    ask('external_payments.create', { body, headers }),
  update: (id: string, body: object) =>
    ask('external_payment_intents.update', { path: `/external_payment_intents/${id}`, body }),
  createRefund: (payment_intent_id: string, report: object, headers: Record<string, string> = {}) =>
    ask('external_refunds.create', { body: { payment_intent_id, ...report }, headers }),
  fetchIntent: async (id: string) =>
    intentOf(await ask('payment_intents.get', { path: `/payment_intents/${id}` })),
})
