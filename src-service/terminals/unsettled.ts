import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Store } from '../store/store.ts'

/**
 * Statuses that a settlement still has to close. Not `uncaptured`, which may last for days. `processing` is looked for
 * again at the end: a captured payment returns to it when its void begins, perhaps between the first two reads.
 */
const open: readonly Payment['status'][] = ['processing', 'pending', 'captured', 'processing']

/** @returns the id of an unsettled payment of the account from this terminal; null when there is none. */
export async function unsettledOn(store: Store, accountId: string, hsn: string): Promise<string | null> {
  for (const status of open) {
    const where = [
      { column: 'status', is: '=', value: status },
      { column: 'settlement_status', is: '=', value: 'unsettled' },
    ] as const
    for await (const { document } of rowsOf<Payment>(store, 'payment', { account_id: accountId, where })) {
      // A terminal that authorizes by itself has no details before its answer.
      const { terminal_details, gateway_response } = document
      if ((terminal_details?.hsn ?? gateway_response.hsn) === hsn) return document.id
    }
  }
  return null
}
