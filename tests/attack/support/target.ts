import { createClient } from '../../../src-shared/api/client.ts'
import type { OperationReply } from '../../../src-shared/api/operations.ts'
import { must } from '../../support/must.ts'

/** The service under attack: our own, on this computer. */
export interface Target {
  readonly url: string
  readonly privateKey: string
  readonly accountId: string
}

const clientOf = ({ url, privateKey, accountId }: Target) =>
  createClient({ baseUrl: url, apiKey: privateKey, accountId })

/** A counter that sells by card while the service is attacked. */
export interface Counter {
  /** Key of its session with the terminal. */
  readonly sessionKey: string
  /** Makes one approved sale. @returns how long the card took, in ms. @throws when it was not approved. */
  sell(): Promise<number>
}

export async function openCounter(target: Target, hsn: string): Promise<Counter> {
  const client = clientOf(target)
  await must(client.call('sandbox.virtual_terminals.create', { body: { hsn } }))
  const session = await must(client.call('terminals.connect', { body: { hsn } }))
  return {
    sessionKey: session.session_key,
    async sell() {
      const intent = await must(client.call('payment_intents.create', { body: { amount: 1234 } }))
      const started = performance.now()
      const sold = await must(
        client.call('terminals.auth_card', {
          body: { hsn, payment_intent_id: intent.id, include_signature: false },
          sessionKey: session.session_key,
        }),
      )
      if (sold.status !== 'captured') throw new Error(`a sale ended as ${sold.status}`)
      return performance.now() - started
    },
  }
}

/** Creates a terminal that waits for its activation code. */
export async function openCode(target: Target, hsn: string): Promise<string> {
  const issued = await clientOf(target).call('terminals.activation_code', { body: { hsn } })
  if (!issued.ok) throw new Error(`no activation code: ${JSON.stringify(issued.error)}`)
  return (issued.value satisfies OperationReply<'terminals.activation_code'>).activation_code
}

/** Creates intents of the maximum size. */
export async function fillWithLargeIntents(target: Target, count: number): Promise<void> {
  const client = clientOf(target)
  const user_fields = { note: 'x'.repeat(16_000) }
  const order_details = { items: 'y'.repeat(60_000) }
  for (let made = 0; made < count; made += 1) {
    const created = await client.call('payment_intents.create', {
      body: { amount: 100, user_fields, order_details },
    })
    if (!created.ok) throw new Error(`an intent was refused: ${JSON.stringify(created.error)}`)
  }
}
