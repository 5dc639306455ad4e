import { createNewestEntries } from '../../src-shared/newest.ts'
import type { CounterCustomer } from '../../src-shared/pos/customer/customer.ts'

interface FollowOptions {
  readonly chosen: () => CounterCustomer | null
  readonly onChosen: (customer: CounterCustomer | null) => void
  /** While a payment is under way the customer does not change. */
  readonly isPaying: () => boolean
}

/** Maximum number kept: more orders than are ever on hold. */
const most = 500

/**
 * Keeps the chosen customer with the order: an order that is put on hold or cleared takes its customer along, and
 * brings the customer back. Kept in memory only, since no file of the counter names a customer: after a restart the
 * customer is chosen again.
 *
 * @returns a function to call with the id of the order that is rung up, whenever there is one
 */
export function followCustomerOfOrder(options: FollowOptions): (orderId: string) => void {
  const customers = createNewestEntries<CounterCustomer>(most)
  let present: string | null = null
  return (orderId) => {
    const left = present
    if (left === orderId) return
    present = orderId
    // The first id is the order that was there when the customer was chosen.
    if (left === null || options.isPaying()) return
    const customer = options.chosen()
    if (customer === null) customers.delete(left)
    else customers.set(left, customer)
    const next = customers.get(orderId) ?? null
    if (next !== customer) options.onChosen(next)
  }
}
