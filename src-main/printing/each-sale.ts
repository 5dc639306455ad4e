import { createNewestIds } from '../../src-shared/newest.ts'
import { isPaid } from '../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'

/** More bills than a counter has at once, including those that wait for a link. */
const mostOpen = 100

/** Calls back for each bill that gets paid, but not for the first one seen: it may have its receipt already. */
export function followPaid(onPaid: (bill: Bill) => void): (bill: Bill | null) => void {
  const seen = createNewestIds(mostOpen)
  let first = true
  return (bill) => {
    const paid = bill !== null && isPaid(bill) && !seen.has(bill.id)
    if (paid) seen.add(bill.id)
    if (paid && !first) onPaid(bill)
    first = false
  }
}
