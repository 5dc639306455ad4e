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
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import { everyUnmatched } from './every-unmatched.ts'

/** The newest payouts; older ones are in the reports that closed their days. */
const query = { limit: 50 }
/** Reading of the newest fees stops after this many, but not before a whole day is read. */
const mostFees = 500

/** What happened to the shop's money after the payments. Another service may lack the lists that are ours. */
export async function readBankFacts(
  client: ClientSource,
  clock: ShopClock,
): Promise<PosResult<'reports.bank'>> {
  const [disputes, settlements, unmatched, fees] = await Promise.all([
    // All of them: a dispute of an old payment may be due tomorrow.
    everyPage((page) => callService(client, 'disputes.list', { query: page })).then(orMissing),
    callService(client, 'settlements.list', { query }).then(orMissing),
    everyUnmatched(client).then(orMissing),
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
        ? unmatched.value.map(({ type, id, amount, retrieval_reference: reference }) => ({
            type,
            id,
            amount,
            reference,
          }))
        : [],
    fees: fees.ok && fees.value !== null ? wholeDays(fees.value, clock) : null,
  })
}

/** Drops the oldest day of an incomplete list: more fees may belong to it, so its sum would be wrong. */
function wholeDays(
  { rows, next }: { readonly rows: readonly Fee[]; readonly next: string | null },
  clock: ShopClock,
): readonly FeeDay[] {
  const days = feesByDay(rows, clock)
  return next === null ? days : days.slice(0, -1)
}
