import { createClient } from '../generated/hey-api/client/index.js'
import * as sdk from '../generated/hey-api/sdk.gen.js'
import { service, tour } from './tour.js'

const keyed = (key: string) =>
  createClient({ baseUrl: service.url, headers: { 'x-api-key': key, 'x-account-id': service.accountId } })
const client = keyed(service.privateKey)

async function must<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<NonNullable<Data>> {
  const { data, error } = await call
  if (data === undefined || data === null) throw new Error(JSON.stringify(error))
  return data
}

await tour({
  createIntent: (body) => must(sdk.paymentIntentsCreate({ client, body })),
  createToken: (body) => must(sdk.tokensCreate({ client: keyed(service.publicKey), body })),
  pay: (id, body) => must(sdk.paymentsCreate({ client, path: { id }, body })),
  capture: (id, body) => must(sdk.paymentIntentsCapture({ client, path: { id }, body })),
  refund: (id, body) => must(sdk.refundsCreate({ client, path: { id }, body })),
  getRefund: (id) => must(sdk.refundsGet({ client, path: { id } })),
  search: (body) => must(sdk.paymentIntentsSearch({ client, body })),
  closeDay: (body) => must(sdk.sandboxSettlementsClose({ client, body })),
  async refusal() {
    const { error } = await sdk.paymentIntentsCreate({ client, body: { amount: -1 } })
    if (error === undefined || !('error' in error)) throw new Error('nothing was refused')
    return error.error
  },
})
