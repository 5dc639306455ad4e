import { setTimeout as delay } from 'node:timers/promises'
import type { CallInput } from '../../../src-shared/api/client.ts'
import type { OperationName, OperationReply } from '../../../src-shared/api/operations.ts'
import type { CheckoutSession } from '../../../src-shared/api/schemas/checkout-session.ts'
import { payOnPage, typeOnPage } from '../../support/pay-on-page.ts'
import type { DayPlace } from './place.ts'
import type { Shop } from './serve.ts'

const tries = 50
const pauseMs = 200

/** Customers who pay from elsewhere, and one whose card the service has saved. */
export async function openShop(harness: Pick<DayPlace, 'service'>): Promise<Shop> {
  async function must<Name extends OperationName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<OperationReply<Name>> {
    for (let count = 1; ; count++) {
      const answer = await harness.service().client.call(name, input)
      if (answer.ok) return answer.value
      if (count === tries) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
      await delay(pauseMs)
    }
  }
  const sessionOf = async (linkId: string): Promise<CheckoutSession | undefined> => {
    const listed = await harness.service().client.call('checkout_sessions.list', { query: { limit: 50 } })
    return listed.ok ? listed.value.data.find(({ reference_id }) => reference_id === linkId) : undefined
  }

  const customer = await must('customers.create', { body: { name: 'Ana Torres' } })
  const session = await must('checkout_sessions.create', {
    body: { reference_id: 'card-of-ana', payment_intent_data: { amount: 100, currency: 'USD' } },
  })
  const { payment_method } = await typeOnPage(harness.service().url, session)
  const { id, card } = await must('payment_methods.attach', {
    params: { id: payment_method.id },
    body: { customer_id: customer.id },
  })
  await must('checkout_sessions.expire', { params: { id: session.id } })
  return {
    savedCard: {
      customer: { id: customer.id, locale: null },
      token: {
        payment_method_id: id,
        brand: card?.brand ?? '',
        last_four: card?.last_four_digits ?? '',
        saved: true,
      },
    },
    async payByLink(linkId) {
      const found = await sessionOf(linkId)
      // If the service is killed during the payment, it may have been paid: the session's next state shows it.
      if (found?.status === 'open') await payOnPage(harness.service().url, found).catch(() => undefined)
    },
  }
}
