import type { RecordCall } from './record-call.ts'

/**
 * An authorization whose outcome stays unknown, like that of its voids (after three of them only a person can resolve
 * it), and a refund that is unknown for an hour.
 */
export async function recordUnresolved(call: RecordCall, paidPaymentId: string): Promise<void> {
  const intent = await call('payment_intents.create', { body: { amount: 88_800 } })
  const card = { number: '4000000000050031', exp_month: '12', exp_year: '2049' }
  const method = await call('tokens.create', {
    body: { client_secret: intent.client_secret, payment_method_type: 'card', card },
  })
  await call('payments.create', { params: { id: intent.id }, body: { payment_method_id: method.id } })
  await call('refunds.create', { params: { id: paidPaymentId }, body: { amount: 88_800 } })
  const body = { outcome: 'not_done', evidence: 'Ticket 4711: not in the report of the processor.' }
  const firstOf = async (list: 'payments.list_unresolved' | 'refunds.list_unresolved') => {
    for (let step = 0; step < 60; step += 1) {
      await call('sandbox.clock.advance', { body: { seconds: 240 } })
      const [found] = (await call(list)).data
      if (found !== undefined) {
        // The last request is no longer in transit.
        await call('sandbox.clock.advance', { body: { seconds: 60 } })
        return { params: { id: found.id }, body }
      }
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    throw new Error(`${list} stays empty`)
  }
  await call('payments.resolve', await firstOf('payments.list_unresolved'))
  await call('refunds.resolve', await firstOf('refunds.list_unresolved'))
}
