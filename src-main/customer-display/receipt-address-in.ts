import type { ShownReceipt } from '../../src-shared/pos/customer-display/shown-receipt.ts'
import { isLocalUrl } from '../../src-shared/pos/links/payment-link-steps.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'

/**
 * The address of the service's page with the receipt. Null if the service has no public address, does not answer, or
 * has no such pages: the display then shows only the receipt's number.
 */
export async function receiptAddressIn(
  client: ClientSource,
  { intent_id: id, language: locale }: ShownReceipt,
): Promise<string | null> {
  const found = await callService(client, 'payment_intents.receipt_link', {
    params: { id },
    query: { locale },
  })
  return found.ok && !isLocalUrl(found.value.url) ? found.value.url : null
}
