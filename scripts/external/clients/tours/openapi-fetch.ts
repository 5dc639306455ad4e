import createClient from 'openapi-fetch'
import type { paths } from '../generated/schema.js'
import { service, tour } from './tour.js'

const keyed = (key: string) =>
  createClient<paths>({
    baseUrl: service.url,
    headers: { 'x-api-key': key, 'x-account-id': service.accountId },
  })
const client = keyed(service.privateKey)

/** Returns the data of the answer. @throws on any error: the tour cannot continue without the data. */
async function must<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await call
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

await tour({
  createIntent: (body) => must(client.POST('/payment_intents', { body })),
  createToken: (body) => must(keyed(service.publicKey).POST('/tokens', { body })),
  pay: (id, body) => must(client.POST('/payment_intents/{id}/payments', { params: { path: { id } }, body })),
  capture: (id, body) =>
    must(client.POST('/payment_intents/{id}/capture', { params: { path: { id } }, body })),
  refund: (id, body) => must(client.POST('/payments/{id}/refunds', { params: { path: { id } }, body })),
  getRefund: (id) => must(client.GET('/refunds/{id}', { params: { path: { id } } })),
  search: (body) => must(client.POST('/payment_intents/search', { body })),
  closeDay: (body) => must(client.POST('/sandbox/settlements/close', { body })),
  async refusal() {
    const { error } = await client.POST('/payment_intents', { body: { amount: -1 } })
    if (error === undefined || !('error' in error)) throw new Error('nothing was refused')
    return error.error
  },
})
