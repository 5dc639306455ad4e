import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CashLedger, openLedger } from '../../../../src-main/cash/ledger.ts'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import { openSalesBook, type SalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at } from '../../shared/pos/sale-fixtures.ts'
import { must, quietLog } from '../support/service.ts'
import { reportOptions, reportSources } from './report-options.ts'

const now = () => Date.parse(at) + 60_000
let folder: string
let book: SalesBook
let ledger: CashLedger
beforeEach(async () => {
  folder = await temporaryFolder('left-meanwhile')
  book = await openSalesBook(join(folder, 'bills'), now, quietLog)
  ledger = await openLedger(join(folder, 'drawer.jsonl'), () => undefined, quietLog)
})
afterEach(async () => {
  await ledger.close()
  await book.close()
})

const bill: Bill = {
  ...{ id: 'bill_1', number: 'KT1001', order: null, total: 500, currency: 'USD', note: '', opened_at: at },
  ...{ tenders: [], status: 'open', tab: null, link: null },
}

test('a bill that leaves while a report is read is in its drawer, and is not said to be missing from the book', async () => {
  let open = [bill.number]
  const cash = { amount: 500, tendered: 500, change: 0, person_id: null }
  await ledger.book({ ...cash, id: 'cash_1', at, kind: 'sale', bill: bill.number })
  // What nobody has sold is said to be missing all the same.
  await ledger.book({ ...cash, id: 'cash_2', at, kind: 'sale', bill: 'KT1000' })
  const sources = reportSources(folder, {
    findEach: book.findEach,
    async between(period) {
      const found = await book.between(period)
      await book.file(bill, at)
      open = []
      return found
    },
  })
  const reports = await openReportService({
    ...{ ...reportOptions(folder), sources, now },
    openNumbers: () => open,
  })
  const { differences, figures } = await must(reports.view({ period: { kind: 'open' } }))
  expect(figures.cash).toMatchObject({ sales: 1_000 })
  expect(differences).toMatchObject([{ kind: 'cash_not_in_book', number: 'KT1000', there: 500 }])
})
