/** Creates a customer with a card that can be charged repeatedly. @returns its id */
export async function saveCard(ready: Readonly<Record<string, string>>): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${ready.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': ready.private_key ?? '',
        'x-account-id': ready.account_id ?? '',
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${text}`)
    return JSON.parse(text) as { readonly id: string; readonly client_secret: string }
  }
  const customer = await post('/customers', { name: 'Bench' })
  const intent = await post('/payment_intents', { amount: 100 })
  const method = await post('/tokens', {
    client_secret: intent.client_secret,
    payment_method_type: 'card',
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
  })
  await post(`/payment_methods/${method.id}/attach`, { customer_id: customer.id })
  return customer.id
}
