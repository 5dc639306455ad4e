import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import {
  disputeOf,
  dueFirst,
  type FeeDay,
  feesByDay,
  payoutOf,
} from '../../src-shared/pos/report/bank-facts.ts'
import type { ShopClock } from '../../src-shared/pos/report/business-day.ts'
import { err, ok } from '../../src-shared/result.ts'
import { type ClientSource, callService, orMissing } from '../service-calls/call-service.ts'
import { everyPage, pagesUntil } from '../service-calls/pages.ts'
import { serviceRefusal } from '../service-refusal.ts'

/** So many payouts, the newest: what is older is in the reports that closed its days. */
const query = { limit: 50 }
/** So many fees, the newest, and at least those of a whole day. */
const mostFees = 500

/** What became of the shop's money after it was paid. A list that is ours alone may be missing on another service. */
export async function readBankFacts(
  client: ClientSource,
  clock: ShopClock,
): Promise<PosResult<'reports.bank'>> {
  const [disputes, settlements, unmatched, fees] = await Promise.all([
    // All of them: one of an old payment may be due tomorrow.
    everyPage((page) => callService(client, 'disputes.list', { query: page })).then(orMissing),
    callService(client, 'settlements.list', { query }).then(orMissing),
    callService(client, 'settlements.list_unmatched', {}).then(orMissing),
    pagesUntil(
      (rows: readonly Fee[]) => rows.length >= mostFees && feesByDay(rows, clock).length > 1,
      (page) => callService(client, 'fees.list', { query: page }),
    ).then(orMissing),
  ])
  for (const answer of [disputes, settlements, unmatched, fees]) {
    if (!answer.ok) return err(serviceRefusal(answer.error))
  }
  return ok({
    disputes: disputes.ok && disputes.value !== null ? dueFirst(disputes.value.map(disputeOf)) : null,
    payouts: settlements.ok && settlements.value !== null ? settlements.value.data.map(payoutOf) : null,
    unmatched:
      unmatched.ok && unmatched.value !== null
        ? unmatched.value.data.map(({ type, id, amount, retrieval_reference: reference }) => ({
            type,
            id,
            amount,
            reference,
          }))
        : [],
    fees: fees.ok && fees.value !== null ? wholeDays(fees.value, clock) : null,
  })
}

/** The oldest day of a list that goes on may have more fees than were read: its sum would be wrong. */
function wholeDays(
  { rows, next }: { readonly rows: readonly Fee[]; readonly next: string | null },
  clock: ShopClock,
): readonly FeeDay[] {
  const days = feesByDay(rows, clock)
  return next === null ? days : days.slice(0, -1)
}
