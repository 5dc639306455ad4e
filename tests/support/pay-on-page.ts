import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'

/** Enters a test card on the hosted page of an open session without paying. @param service its address */
export async function typeOnPage(service: string, session: CheckoutSession) {
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049', cvv: '123' }
  return post(service, session, 'collect', { payment_method_type: 'card', card })
}

/** Pays an open session as its hosted page does, with a test card. @param service the address of the service */
export async function payOnPage(service: string, session: CheckoutSession): Promise<void> {
  const { payment_method, amount, surcharge_amount } = await typeOnPage(service, session)
  const paid = await post(service, session, 'pay', {
    payment_method_id: payment_method.id,
    amount,
    surcharge_amount,
  })
  if (paid.state !== 'paid') throw new Error(`the page shows ${paid.state}`)
}

async function post(service: string, session: CheckoutSession, path: string, body: object) {
  const response = await fetch(`${service}/checkout_pages/${session.id}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-secret': session.client_secret ?? '' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}
