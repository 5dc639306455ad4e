import type { PaymentsHarness } from '../intents/payments-harness.ts'

/** Creates an intent and a card method to pay it. */
export const ready = async (harness: PaymentsHarness, card: object = {}, body: object = {}) => {
  const intent = await harness.intent(body)
  const method = await harness.token(intent, card)
  return {
    id: intent.id,
    method,
    pay: (more: object = {}) => harness.payBy(intent.id, { payment_method_id: method.id, ...more }),
  }
}
