import { createNewestIds } from '../../src-shared/newest.ts'
import { isPaid } from '../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'

/** More bills than a counter has at once, those that wait for a link included. */
const mostOpen = 100

/** Notices each bill that is paid while it is looked at. One that the last run left paid may have its receipt already. */
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
