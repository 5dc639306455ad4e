import { join } from 'node:path'
import { batchMs } from '../../src-service/processor/harsh/bank.ts'
import { type HarshBooks, openHarshBooks, type Transaction } from '../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../src-service/processor/harsh/harsh-processor.ts'
import type { ChooseTrouble } from '../../src-service/processor/harsh/trouble.ts'
import type { AdjustableClock } from '../../src-service/time/clock.ts'
import type { OpenBank } from '../unit/service/intents/payments-harness.ts'

const begun = new WeakSet<AdjustableClock>()

/**
 * Moves the clock to the start of a batch. The bank closes a batch every ten minutes and does not void payments in a
 * closed one, so each test's day must begin with a batch. Done once per clock, also when the bank is opened again.
 */
function beginBatch(clock: AdjustableClock): void {
  if (begun.has(clock)) return
  begun.add(clock)
  clock.advance(batchMs - (clock.verified() % batchMs))
}

/** A harsh bank whose books a test can read. */
export function harshBank(trouble?: ChooseTrouble): { readonly openBank: OpenBank; books(): HarshBooks } {
  let opened: HarshBooks | null = null
  return {
    openBank(clock, directory) {
      beginBatch(clock)
      const books = openHarshBooks(join(directory, 'harsh-processor.db'))
      opened = books
      const bank = createHarshProcessor({
        clock,
        books,
        latencyMs: 0,
        ...(trouble === undefined ? {} : { trouble }),
      })
      return { bank, closeBooks: () => books.close() }
    },
    books() {
      if (opened === null) throw new Error('the bank is not open')
      return opened
    },
  }
}

/**
 * Approvals that hold or have taken the customer's money, and were not paid back. @param order limits them to this
 * order
 */
export const chargesOf = (books: Pick<HarshBooks, 'all'>, order?: string): readonly Transaction[] => {
  const all = books.all()
  const paidBack = (reference: string) =>
    all
      .filter(({ parent, returned }) => parent === reference && returned !== true)
      .reduce((sum, { amount }) => sum + amount, 0)
  return all.filter(
    (one) =>
      one.type === 'authorization' &&
      one.code === '000' &&
      !one.voided &&
      (one.captured === null || paidBack(one.reference) < one.captured) &&
      (order === undefined || one.order_id === order),
  )
}
