import assert from 'node:assert/strict'

/** The address of the service, and the values from its ready line. */
export const service = {
  url: process.env.SERVICE ?? '',
  privateKey: process.env.PRIVATE_KEY ?? '',
  publicKey: process.env.PUBLIC_KEY ?? '',
  accountId: process.env.ACCOUNT_ID ?? '',
}

/** What the tour (docs/api/tour.md) needs of a client; the generated types must fit it. */
export interface TourClient {
  createIntent(body: { amount: number; capture: boolean }): Promise<Intent>
  createToken(body: {
    client_secret: string
    payment_method_type: 'card'
    card: { number: string; exp_month: string; exp_year: string; cvv: string }
  }): Promise<{ id: string; card: { last_four_digits: string } | null }>
  pay(intentId: string, body: { payment_method_id: string }): Promise<Intent>
  capture(intentId: string, body: { amount: number }): Promise<Intent>
  refund(paymentId: string, body: { amount: number }): Promise<{ id: string; status: string }>
  getRefund(id: string): Promise<{ status: string; settled_at: string | null }>
  search(body: { status: 'captured' }): Promise<{ data: readonly Intent[]; meta: { total: number } }>
  closeDay(body: { account_id: string }): Promise<{ amount_captured: number; amount_refunded: number }>
  /** Returns the error of an intent whose amount is not a number. */
  refusal(): Promise<{ code: string; param?: string | undefined }>
}

interface Intent {
  id: string
  status: string
  client_secret: string | null
  amount_captured: number
  latest_payment: { id: string; auth_code: string | null } | null
}

/** Runs from an intent to a settled payment with a generated client. */
export async function tour(client: TourClient): Promise<void> {
  const intent = await client.createIntent({ amount: 2500, capture: false })
  assert.equal(intent.status, 'created')
  const method = await client.createToken({
    client_secret: intent.client_secret ?? '',
    payment_method_type: 'card',
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2035', cvv: '123' },
  })
  assert.equal(method.card?.last_four_digits, '4242')
  const paid = await client.pay(intent.id, { payment_method_id: method.id })
  assert.equal(paid.status, 'uncaptured')
  assert.match(paid.latest_payment?.auth_code ?? '', /^\d{6}$/)
  const captured = await client.capture(intent.id, { amount: 2000 })
  assert.equal(captured.amount_captured, 2000)
  const refund = await client.refund(captured.latest_payment?.id ?? '', { amount: 700 })
  assert.equal(refund.status, 'processing')
  const found = await client.search({ status: 'captured' })
  assert.ok(found.data.some(({ id }) => id === intent.id))
  const day = await client.closeDay({ account_id: service.accountId })
  assert.equal(day.amount_captured, 2000)
  assert.equal(day.amount_refunded, 700)
  assert.equal((await client.getRefund(refund.id)).status, 'succeeded')
  const refused = await client.refusal()
  assert.equal(refused.code, 'parameter_invalid')
  assert.equal(refused.param, 'amount')
}
