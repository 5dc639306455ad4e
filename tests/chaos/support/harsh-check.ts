import { setTimeout as delay } from 'node:timers/promises'
import { orderIdOf } from '../../../src-service/processor/order-id.ts'
import type { Client } from '../../../src-shared/api/client.ts'
import { chargesOf } from '../../support/harsh-bank.ts'
import type { HarshEntries } from './bank-entries.ts'
import type { Money } from './money-check.ts'

const ended = ['failed', 'cancelled', 'voided', 'rejected']

/** Checks at the end that nothing is open, no order was sent twice, and the harsh bank's books agree with ours. */
export function compareHarshBooks(money: Money, books: HarshEntries): readonly string[] {
  const wrong: string[] = []
  const charged = new Map<string, number>()
  for (const payment of money.payments.values()) {
    const report = (what: string) => wrong.push(`${payment.id} (${payment.status}): ${what}`)
    if (payment.status === 'processing' || payment.status === 'pending') report('is still open')
    const order = orderIdOf(payment.id)
    if (books.timesSent(order) > 1) report('was sent to the bank more than once')
    const standing = chargesOf(books, order)
    charged.set(payment.payment_intent_id, (charged.get(payment.payment_intent_id) ?? 0) + standing.length)
    if (ended.includes(payment.status) && standing.length > 0) report('the bank holds money for it')
    if (payment.status !== 'captured' || payment.gateway_response.void_reference !== undefined) continue
    const { retrieval_reference } = payment.gateway_response
    const kept = books
      .all()
      .find(({ order_id, reference }) => order_id === order && reference === retrieval_reference)
    if (kept?.captured !== payment.amount_captured) {
      report(`the bank captured ${kept?.captured}, we believe ${payment.amount_captured}`)
    }
    const paidBack = books
      .all()
      .filter(({ parent, returned }) => parent === kept?.reference && returned !== true)
      .reduce((sum, refund) => sum + refund.amount, 0)
    if (paidBack !== payment.amount_refunded) {
      report(`the bank paid back ${paidBack}, we believe ${payment.amount_refunded}`)
    }
  }
  for (const [intent, count] of charged) if (count > 1) wrong.push(`${intent}: ${count} charges stand`)
  for (const refund of money.refunds.values()) {
    if (refund.awaits === 'processor') wrong.push(`${refund.id}: is open`)
  }
  return wrong
}

/**
 * Moves the clock until delayed requests have reached the harsh bank, been found by the look-ups after 5 and 30
 * minutes, and been reversed.
 */
export async function untilNothingArrives(client: Client): Promise<void> {
  for (let step = 0; step < 30; step += 1) {
    await client.call('sandbox.clock.advance', { body: { seconds: 90 } })
    await delay(250)
  }
}
