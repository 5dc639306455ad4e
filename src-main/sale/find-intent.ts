import type { CallFailure } from '../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { pagesUntil } from '../service-calls/pages.ts'
import { searchPages } from '../service-calls/search-pages.ts'

const idle: readonly PaymentIntent['status'][] = ['created', 'cancelled', 'failed']

/**
 * Finds a sale's intent by its reference, the sale's id, if this counter does not have the intent's id: the answer to
 * its creation was lost, or the journal is damaged. Of several, prefers one with a payment. Null if there is none.
 * If the service lists only intents with other references, it has not searched by the reference: the outcome is then
 * unknown, and none of these intents is touched.
 */
export async function findIntent(
  client: ClientSource,
  saleId: string,
): Promise<Result<PaymentIntent | null, CallFailure>> {
  const isOwn = ({ reference_id }: PaymentIntent) => reference_id === saleId
  const found = await pagesUntil(
    (_, page) => !page.every(isOwn),
    searchPages(client, { reference_id: saleId }),
  )
  if (!found.ok) return found
  const data = found.value.rows.filter(isOwn)
  if (data.length === 0 && (found.value.rows.length > 0 || found.value.next !== null)) {
    return err({
      kind: 'no_answer',
      reason: `the search for ${saleId} found only intents of other references`,
    })
  }
  return ok(data.find(({ status }) => !idle.includes(status)) ?? open(data) ?? data[0] ?? null)
}

const open = (intents: readonly PaymentIntent[]) => intents.find(({ status }) => status === 'created')
