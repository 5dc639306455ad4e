import { paidByFee, takenBackOf } from '../../src-shared/payments/taken-back.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { everyPage } from '../service-calls/pages.ts'

/**
 * The sum of the fees of payments, in cents; null where the service does not report them, or not now: the page shows
 * the rest. A fee is booked when its payment is settled. The fee itself counts what was given back of it, since a
 * refund names the fee and not the payment (section 2.8).
 */
export async function feesOf(
  client: ClientSource,
  payments: readonly { readonly id: string }[],
): Promise<number | null> {
  let sum = 0
  for (const { id } of payments) {
    const found = await everyPage((page) =>
      callService(client, 'fees.list', { query: { ...page, source_id: id } }),
    )
    if (!found.ok) return null
    const fees = found.value.filter((fee) => takenBackOf(fee) === null)
    if (fees.length === 0) return null
    for (const fee of fees) sum += paidByFee(fee) - fee.amount_refunded
  }
  return sum
}
