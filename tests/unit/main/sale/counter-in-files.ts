import { join } from 'node:path'
import { openLedger } from '../../../../src-main/cash/ledger.ts'
import { openJournal } from '../../../../src-main/sale/journal.ts'
import { startSaleRunner } from '../../../../src-main/sale/runner.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { Unsaved } from '../../../../src-shared/pos/cash/unsaved.ts'
import type { SaleAnswer, SaleEffect } from '../../../../src-shared/pos/sale/sale-events.ts'
import { quietLog } from '../support/service.ts'

export const journalOf = (folder: string): string => join(folder, 'acct.jsonl')

/** Starts a counter from its files. If `books` is false, the power fails before anything reaches the ledger. */
export async function startInFiles(
  folder: string,
  answers: Partial<Record<SaleEffect['kind'], SaleAnswer>> = {},
  books = true,
  at = '2026-03-01T12:00:00.000Z',
) {
  const [journal, ledger] = await Promise.all([
    openJournal(journalOf(folder), quietLog),
    openLedger(join(folder, 'acct.drawer.jsonl'), () => undefined, quietLog),
  ])
  const book = await openSalesBook(join(folder, 'acct.bills'), () => Date.parse(at), quietLog)
  const opened: number[] = []
  const disk = { journal: true, ledger: true }
  const full = async () => {
    throw new Error('no space left on device')
  }
  let written: Promise<void> = Promise.resolve()
  let unsaved: Unsaved = { journal: false, cash: 0 }
  let shown: Bill | null = null
  const runner = startSaleRunner({
    person: () => null,
    journal: {
      ...journal,
      // Keeps the order of the calls, like the real journal.
      write(line) {
        written = disk.journal ? journal.write(line) : written.then(full, full)
        return written
      },
    },
    perform: async ({ kind }) => answers[kind] ?? null,
    book(entry) {
      if (!books) return new Promise(() => undefined)
      return disk.ledger ? ledger.book(entry) : full()
    },
    followLink: () => undefined,
    openDrawer: () => void opened.push(1),
    giftCards: () => {},
    exchange: () => {},
    file: (bill, closedAt) => (books ? book.file(bill, closedAt) : new Promise(() => undefined)),
    onCounter(now) {
      shown = now.bill
    },
    onParked: () => undefined,
    onUnreadable: () => undefined,
    onUnsaved(now) {
      unsaved = now
    },
    retryMs: 10,
    now: () => Date.parse(at),
    log: quietLog,
  })
  return {
    runner,
    ledger,
    book,
    opened,
    disk,
    unsaved: () => unsaved,
    shown: () => shown,
    async stop() {
      runner.stop()
      await journal.close()
      await ledger.close()
      await book.close()
    },
  }
}
