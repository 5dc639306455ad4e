import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { err, ok } from '../../src-shared/result.ts'
import { openReturnsJournal } from './returns-journal.ts'
import { type ReturnsOptions, type ReturnsService, startReturns } from './returns-service.ts'
import { openSalesBook, type SalesBook, type SoldBill } from './sales-book.ts'

/** What was sold at this counter, and what comes back of it. */
export interface SalesService {
  readonly book: SalesBook
  readonly returns: ReturnsService
  recent(): Promise<PosResult<'sales.recent'>>
  open(asked: PosCommandPayload<'sales.open'>): Promise<PosResult<'sales.open'>>
  stop(): Promise<void>
}

const shownAtOnce = 30

export async function openSalesService(
  options: Omit<ReturnsOptions, 'journal' | 'book'> & {
    readonly paths: { readonly bills: string; readonly returns: string }
  },
): Promise<SalesService> {
  const { paths, now, log } = options
  const [book, journal] = await Promise.all([
    openSalesBook(paths.bills, now, log),
    openReturnsJournal(paths.returns, log),
  ])
  const returns = startReturns({ ...options, journal, book })
  const withReturns = ({ closed_at, bill }: SoldBill): SoldSale => ({
    closed_at,
    bill,
    returns: returns.of(bill.id),
  })
  return {
    book,
    returns,
    recent: async () => ok((await book.recent(shownAtOnce)).map(withReturns)),
    async open({ number }) {
      const sold = await book.find(number)
      return sold === null
        ? err({ code: 'not_found', message: `no bill ${number} was sold here` })
        : ok(withReturns(sold))
    },
    async stop() {
      await returns.stop()
      await book.close()
    },
  }
}
