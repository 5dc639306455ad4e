import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Store } from '../store/store.ts'

/** What a day's settlement still has to close. An authorization that is not captured may be so for days. */
const open: readonly Payment['status'][] = ['processing', 'pending', 'captured']

/** @returns a payment of the account's open batch that this terminal took; null when there is none. */
export async function unsettledOn(store: Store, accountId: string, hsn: string): Promise<string | null> {
  for (const status of open) {
    const where = [
      { column: 'status', is: '=', value: status },
      { column: 'settlement_status', is: '=', value: 'unsettled' },
    ] as const
    for await (const { document } of rowsOf<Payment>(store, 'payment', { account_id: accountId, where })) {
      // Of a terminal that authorizes by itself there are no details before its answer.
      const { terminal_details, gateway_response } = document
      if ((terminal_details?.hsn ?? gateway_response.hsn) === hsn) return document.id
    }
  }
  return null
}
