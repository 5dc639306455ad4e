import { createNewestEntries } from '../../src-shared/newest.ts'
import type { CounterCustomer } from '../../src-shared/pos/customer/customer.ts'

interface FollowOptions {
  readonly chosen: () => CounterCustomer | null
  readonly onChosen: (customer: CounterCustomer | null) => void
  /** What is being paid keeps its customer until it is over. */
  readonly isPaying: () => boolean
}

/** So many are kept: more than are ever on hold. */
const most = 500

/**
 * The chosen customer goes with the order that is rung up: put on hold or cleared with it, and back with it. Kept in
 * memory only, for no file of the counter names a customer: after a restart they are chosen again.
 *
 * @returns to be called with the id of the order that is rung up, whenever there is one
 */
export function followCustomerOfOrder(options: FollowOptions): (orderId: string) => void {
  const customers = createNewestEntries<CounterCustomer>(most)
  let present: string | null = null
  return (orderId) => {
    const left = present
    if (left === orderId) return
    present = orderId
    // The first is the order that was there when the customer was chosen.
    if (left === null || options.isPaying()) return
    const customer = options.chosen()
    if (customer === null) customers.delete(left)
    else customers.set(left, customer)
    const next = customers.get(orderId) ?? null
    if (next !== customer) options.onChosen(next)
  }
}
