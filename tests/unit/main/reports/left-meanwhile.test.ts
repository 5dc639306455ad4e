import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CashLedger, openLedger } from '../../../../src-main/cash/ledger.ts'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import { openSalesBook, type SalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { type OpenBill, openBills } from '../../../../src-shared/pos/bill/open-bills.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'
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
  ...{ status: 'open', tab: null, link: null },
  tenders: [
    {
      ...{ kind: 'cash', status: 'paid', id: 'cash_KT1001', amount: 500, rounding: 0, tendered: 500 },
      ...{ change: 0, taken_at: at, person_id: null },
    },
  ],
}

/** Reports whose reading of the book is interleaved with actions of the counter. */
const reportsAround = (
  between: (read: () => ReturnType<SalesBook['between']>) => ReturnType<SalesBook['between']>,
  open: () => readonly OpenBill[] = () => [],
) =>
  openReportService({
    ...{ ...reportOptions(folder), now, openBills: open },
    sources: reportSources(folder, {
      ...book,
      between: (period) => between(() => book.between(period)),
    }),
  })

const takeCash = (number: string, id = `cash_${number}`) =>
  ledger.book({ id, at, kind: 'sale', bill: number, amount: 500, tendered: 500, change: 0, person_id: null })

test('a bill that leaves during the reading is in the drawer’s report, and is not reported as missing', async () => {
  let open = openBills({ sale: { kind: 'ready' }, bill, aside: [] }, [], [])
  await takeCash(bill.number)
  // Cash without any bill is still reported as missing.
  await takeCash('KT1000')
  const reports = await reportsAround(
    async (read) => {
      const found = await read()
      await book.file(bill, at)
      open = []
      return found
    },
    () => open,
  )
  const { differences, figures } = await must(reports.view({ period: { kind: 'open' } }))
  expect(figures.cash).toMatchObject({ sales: 1_000 })
  expect(differences).toMatchObject([{ kind: 'cash_not_in_book', number: 'KT1000', there: 500 }])
})

test.each(['day', 'open'] as const)(
  'a bill that begins and leaves during the reading is not reported as missing, in a report of the %s',
  async (kind) => {
    const reports = await reportsAround(async (read) => {
      const found = await read()
      await takeCash(bill.number)
      await book.file(bill, at)
      return found
    })
    const period = kind === 'day' ? { kind, day: at.slice(0, 10) } : { kind }
    expect((await must(reports.view({ period }))).differences).toEqual([])
  },
)

test('a bill that was paid in cash and left before the book is read is not reported as missing', async () => {
  const reports = await reportsAround(async (read) => {
    // All other concurrent reads are done by now.
    for (let reads = 0; reads < 50; reads++) await readdir(folder)
    await takeCash(bill.number)
    await book.file(bill, at)
    return read()
  })
  const { differences, figures } = await must(reports.view({ period: { kind: 'open' } }))
  expect(figures.sales).toMatchObject({ collected: 500 })
  expect(differences).toEqual([])
})

const days = (count: number) => new Date(Date.parse(at) + count * 24 * 60 * 60_000).toISOString()

test.each([3, -3])(
  'cash of a bill that left %i days later is reported only if the bill does not have it',
  async (late) => {
    await takeCash(bill.number)
    await takeCash('KT1002')
    await book.file(bill, days(late))
    await book.file({ ...bill, id: 'bill_2', number: 'KT1002', tenders: [] }, days(late))
    const reports = await reportsAround((read) => read())
    const { differences } = await must(reports.view({ period: { kind: 'day', day: at.slice(0, 10) } }))
    expect(differences).toEqual([
      { kind: 'cash_not_in_book', number: 'KT1002', intent_id: null, here: 0, there: 500 },
    ])
  },
)
