import type { Client } from '../../src-shared/api/client.ts'
import type { KnownIds } from './known-ids.ts'

/**
 * A well-behaved client that acts between the random requests: it makes card sales, some captured later, so that
 * captures, refunds, disputes and settlements have payments to work on, and keeps the terminals plugged in and
 * connected.
 */
export interface GoodClient {
  sell(captured: boolean): Promise<void>
  connect(hsn: string): Promise<void>
}

export function createGoodClient(client: Client, known: KnownIds): GoodClient {
  return {
    async sell(captured) {
      const intent = await client.call('payment_intents.create', {
        body: { amount: 2_000, capture: captured },
      })
      if (!intent.ok || intent.value.client_secret === null) return
      known.learn(intent.value)
      const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049' }
      const token = await client.call('tokens.create', {
        body: { client_secret: intent.value.client_secret, payment_method_type: 'card', card },
      })
      if (!token.ok) return
      known.learn(token.value)
      const paid = await client.call('payments.create', {
        params: { id: intent.value.id },
        body: { payment_method_id: token.value.id },
      })
      if (paid.ok) known.learn(paid.value)
    },
    async connect(hsn) {
      await client.call('sandbox.virtual_terminals.create', { body: { hsn, script: 'approve' } })
      const connected = await client.call('terminals.connect', { body: { hsn, force: true } })
      if (connected.ok) known.sessions.set(hsn, connected.value.session_key)
    },
  }
}
