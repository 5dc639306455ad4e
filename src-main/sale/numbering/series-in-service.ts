import { seriesOf } from '../../../src-shared/pos/bill/numbering.ts'
import { receiptNumberOf } from '../../../src-shared/pos/bill/receipt-number-of.ts'
import { type ClientSource, callService } from '../../service-calls/call-service.ts'
import { pagesOf } from '../../service-calls/pages.ts'

/** Number of the newest payments that are read. */
const most = 1_000

/**
 * The series of receipt numbers in this account's newest payments: the only record of them if a counter's own files are
 * gone. If the service does not answer, the result has only those read so far.
 */
export async function seriesInService(client: ClientSource): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  let read = 0
  for await (const page of pagesOf((query) => callService(client, 'payment_intents.list', { query }))) {
    if (!page.ok) break
    const numbers = page.value.rows.map(receiptNumberOf).filter((number) => number !== null)
    for (const number of numbers) used.add(seriesOf(number))
    read += page.value.rows.length
    if (read >= most) break
  }
  return used
}
