import { join } from 'node:path'
import { openHarshBooks } from '../../../src-service/processor/harsh/books.ts'
import { orderIdOf } from '../../../src-service/processor/order-id.ts'
import { chargesOf } from '../../support/harsh-bank.ts'
import type { Money } from './money-check.ts'

const ended = ['failed', 'cancelled', 'voided', 'rejected']

/** At the end: nothing is open, no order was sent twice, and the harsh bank's books say the same as ours. */
export function compareHarshBooks(money: Money, dataFolder: string): readonly string[] {
  const books = openHarshBooks(join(dataFolder, 'harsh-processor.db'))
  const wrong: string[] = []
  try {
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
      const kept = books
        .ofOrder(order)
        .find(({ reference }) => reference === payment.gateway_response.retrieval_reference)
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
  } finally {
    books.close()
  }
  for (const refund of money.refunds.values()) {
    if (refund.awaits === 'processor') wrong.push(`${refund.id}: is open`)
  }
  return wrong
}
