import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import type { ReturnEffect } from '../../src-shared/pos/returns/return-transition.ts'
import type { CashLedger } from '../cash/ledger.ts'
import type { Log } from '../log.ts'

export interface BookReturnCashOptions {
  readonly ledger: Pick<CashLedger, 'book'>
  readonly now: () => number
  readonly isStopped: () => boolean
  readonly pause: () => Promise<unknown>
  readonly log: Log
}

/** Books a return's cash in the drawer's ledger, which has it once however often it is booked. */
export async function bookReturnCash(
  { id, number: bill, reason, person_id = null, approved_by = null }: Return,
  { entry, part }: Extract<ReturnEffect, { kind: 'book_cash' }>,
  { ledger, now, isStopped, pause, log }: BookReturnCashOptions,
): Promise<void> {
  const amount = partCents(part)
  while (!isStopped()) {
    try {
      await ledger.book({
        id: entry,
        at: part.handed_at ?? new Date(now()).toISOString(),
        kind: 'refund',
        amount,
        reason: reason === '' ? bill : reason,
        bill,
        person_id,
        approved_by,
      })
      return
    } catch (error) {
      log.error({ err: error, return: id, amount }, 'sales.return_not_booked')
      await pause()
    }
  }
}
