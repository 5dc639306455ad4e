import type { Client } from '../../src-shared/api/client.ts'
import { callService } from './calls.ts'
import { memberOf } from './salvage-line.ts'

/** Of so many payments, the newest, a page of the most that there may be each. */
const pages = 20
const limit = 50

/**
 * The series of receipt numbers that this account's counters have used, as far as its newest payments tell: what is left
 * of them when a counter's own files are gone. Without an answer there is nothing to be learnt.
 */
export async function seriesInService(client: () => Client | null): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  let after: string | undefined
  for (let page = 0; page < pages; page++) {
    const query = { limit, ...(after === undefined ? {} : { starting_after: after }) }
    const found = await callService(client, 'payment_intents.list', { query })
    if (!found.ok) break
    for (const { order_details } of found.value.data) {
      const number = memberOf(memberOf(order_details, 'bill'), 'number')
      if (typeof number === 'string') used.add(number.slice(0, 2))
    }
    after = found.value.meta.next_cursor
    if (after === undefined) break
  }
  return used
}
