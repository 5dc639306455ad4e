import { pendingOperationOf } from '../../../src-service/intents/pending-operation.ts'
import { orderIdOf } from '../../../src-service/processor/order-id.ts'
import { isUnresolved, operationOf, ordersOf } from '../../../src-service/refunds/documents.ts'
import type { Client } from '../../../src-shared/api/client.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../../src-shared/api/schemas/refund.ts'
import { chargesOf } from '../../support/harsh-bank.ts'
import type { HarshEntries } from './bank-entries.ts'

/**
 * Acts as the person who resolves what the service could not find out within an hour of its clock and no longer sends.
 * The service itself finds what the bank's books contain, including requests on their way; if they contain nothing,
 * nothing was done.
 * @returns the payments and refunds that were resolved
 */
export async function resolveWhatWasLost(client: Client, books: HarshEntries): Promise<readonly string[]> {
  const [payments, refunds] = [
    await client.call('payments.list_unresolved', { query: { limit: 50 } }),
    await client.call('refunds.list_unresolved', { query: { limit: 50 } }),
  ]
  const evidence = 'The books of the bank have nothing of it.'
  const body = { outcome: 'not_done', evidence } as const
  const resolved: string[] = []
  // One that was sent a moment ago is refused, and checked again in the next round.
  for (const { id } of payments.ok ? payments.value.data.filter((one) => wasNotDone(books, one)) : []) {
    if ((await client.call('payments.resolve', { params: { id }, body })).ok) resolved.push(id)
  }
  for (const { id } of refunds.ok ? refunds.value.data.filter((one) => wasNotPaid(books, one)) : []) {
    if ((await client.call('refunds.resolve', { params: { id }, body })).ok) resolved.push(id)
  }
  return resolved
}

function wasNotDone(books: HarshEntries, payment: Payment): boolean {
  const charges = chargesOf(books, orderIdOf(payment.id))
  const pending = pendingOperationOf(payment)
  // The service itself handles payments that it still looks up, or that arrived late and are reversed.
  if (pending?.unresolved_since === undefined) return false
  switch (pending.operation) {
    case 'authorize':
      return charges.length === 0
    case 'capture':
      return charges.every(({ captured }) => captured === null)
    case 'void':
      return charges.length > 0
  }
}

function wasNotPaid(books: HarshEntries, refund: Refund): boolean {
  if (refund.awaits !== 'processor' || !isUnresolved(refund)) return false
  if (operationOf(refund) === 'void') return chargesOf(books, orderIdOf(refund.payment_id)).length > 0
  return !books.all().some(({ type, order_id }) => type === 'refund' && ordersOf(refund).includes(order_id))
}
