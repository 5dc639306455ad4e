import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLedger } from '../../../../src-main/cash/ledger.ts'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { ZReport } from '../../../../src-shared/pos/report/z-report.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'
import { reportOptions, reportSources } from './report-options.ts'

/** A shop with a settable clock, on the files of its counter. */
async function openShop() {
  const folder = await temporaryFolder('clocks-and-reports')
  let time = Date.parse(at)
  let wrongBy = 0
  let sales = 0
  let counts = 0
  const now = () => time + wrongBy
  const book = await openSalesBook(join(folder, 'bills'), now, quietLog)
  const drawer = join(folder, 'drawer.jsonl')
  const ledger = await openLedger(drawer, () => undefined, quietLog)
  const reports = await openReportService({
    ...{ ...reportOptions(folder), sources: reportSources(folder, book), now },
  })
  const entry = () => ({ at: new Date(now()).toISOString(), person_id: null })
  return {
    pass(ms: number) {
      time += ms
    },
    setClock(by: number) {
      wrongBy = by
    },
    async sell(): Promise<string> {
      const number = `KT${1001 + sales++}`
      const id = `bill_${number}`
      const bill: Bill = {
        ...{ id, number, order: null, total: 500, currency: 'USD', note: '', opened_at: entry().at },
        ...{ tenders: [], status: 'open', tab: null, link: null },
      }
      const cash = { amount: 500, tendered: 500, change: 0 }
      await ledger.book({ ...entry(), ...cash, id: `cash_${number}`, kind: 'sale', bill: number })
      await book.file(bill)
      return id
    },
    async count(): Promise<string> {
      const { at: counted } = entry()
      const closed = { counted: [], amount: 0, expected: 0 }
      await ledger.book({ ...entry(), ...closed, id: `count_${++counts}`, kind: 'closed' })
      return counted
    },
    close: () => reports.close(),
    async stop() {
      await ledger.close()
      await book.close()
    },
  }
}
type Shop = Awaited<ReturnType<typeof openShop>>

const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function mustClose(shop: Shop): Promise<ZReport> {
  const closed = await shop.close()
  if (!closed.ok) throw new Error(closed.error.message)
  return closed.value
}

test('a report closed while the clock was days ahead does not block later ones, and no sale is left out', async () => {
  const shop = await openShop()
  await shop.sell()
  shop.pass(hourMs)
  await mustClose(shop)
  shop.setClock(20 * dayMs)
  const [ahead] = [await shop.sell()]
  shop.pass(hourMs)
  expect((await mustClose(shop)).counted.bills).toEqual([ahead])
  shop.setClock(0)
  const right = await shop.sell()
  shop.pass(hourMs)
  expect((await mustClose(shop)).counted).toMatchObject({ bills: [right] })
  const meanwhile = await shop.sell()
  // No report is closed for so long that the clock passes the report from the future.
  shop.pass(30 * dayMs)
  const last = await shop.sell()
  shop.pass(hourMs)
  expect((await mustClose(shop)).counted.bills).toEqual([meanwhile, last])
  await shop.stop()
})

test('uncounted sales are not left out when the clock passes a report from the future', async () => {
  const shop = await openShop()
  await shop.sell()
  shop.pass(hourMs)
  await mustClose(shop)
  shop.setClock(10 * dayMs)
  await mustClose(shop)
  shop.setClock(0)
  const sold = await shop.sell()
  const counted = await shop.count()
  shop.pass(11 * dayMs)
  const { counted: of, report } = await mustClose(shop)
  expect(of.bills).toEqual([sold])
  expect(report.figures.cash.shifts.map(({ closed_at }) => closed_at)).toEqual([counted])
  await shop.stop()
})

test('after a report closed while the clock was far behind, the next one covers no period twice', async () => {
  const shop = await openShop()
  const close = async () => {
    shop.pass(hourMs)
    return mustClose(shop)
  }
  await shop.sell()
  for (const _day of ['Monday', 'Tuesday']) await close()
  const before = await close()
  shop.setClock(-2000 * dayMs)
  const behind = await shop.sell()
  expect((await close()).counted.bills).toEqual([behind])
  const uncounted = await shop.sell()
  shop.setClock(0)
  const right = await shop.sell()
  const next = await close()
  expect(next.counted.bills).toEqual([uncounted, right])
  expect(next.report.from).toBe(before.report.to)
  await shop.stop()
})

test('when the clock is shortly before the last report, closing the next one must wait', async () => {
  const shop = await openShop()
  await mustClose(shop)
  shop.setClock(-hourMs)
  expect(await shop.close()).toMatchObject({ ok: false, error: { code: 'not_now' } })
  shop.pass(2 * hourMs)
  await mustClose(shop)
  await shop.stop()
})

test('a drawer counted while the clock was weeks behind keeps the earlier entries in its report', async () => {
  const shop = await openShop()
  for (let day = 1; day <= 3; day += 1) {
    await mustClose(shop)
    shop.pass(dayMs)
  }
  await shop.sell()
  shop.setClock(-20 * dayMs)
  await shop.count()
  shop.setClock(0)
  await shop.sell()
  shop.pass(hourMs)
  expect((await mustClose(shop)).counted.cash).toEqual(['cash_KT1001', 'cash_KT1002'])
  await shop.stop()
})

test('two drawer counts with the same time, after the clock was set back, are both kept', async () => {
  const shop = await openShop()
  await shop.sell()
  const first = await shop.count()
  shop.pass(hourMs)
  shop.setClock(-hourMs)
  await shop.sell()
  expect(await shop.count()).toBe(first)
  shop.setClock(0)
  await shop.sell()
  shop.pass(hourMs)
  const { counted, report } = await mustClose(shop)
  expect(counted.cash.filter((id) => id.startsWith('cash'))).toHaveLength(3)
  expect(report.figures.cash.shifts).toHaveLength(2)
  await shop.stop()
})

/** @param days how many days the clock may be wrong; it is also set right at times */
const steps = (...days: readonly number[]) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant({ do: 'sell' as const }) },
      { weight: 1, arbitrary: fc.constant({ do: 'count' as const }) },
      { weight: 3, arbitrary: fc.constant({ do: 'close' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('clock' as const), days: fc.constantFrom(...days) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 60 }) }),
      },
    ),
    { maxLength: 40 },
  )

test('with any settings of the clock, each sale and each count is in exactly one report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(steps(0, 0, -5, -1), steps(0, 0, 0.3, 2, 9, 40, 400)), async (events) => {
      const shop = await openShop()
      const sold: string[] = []
      const counts: string[] = []
      const closed: ZReport[] = []
      let days = 0
      let aheadInARow = 0
      const setClock = (wrongBy: number) => {
        days = wrongBy
        shop.setClock(wrongBy * dayMs)
      }
      // A clock that is ahead is set right after at most two reports.
      const close = async () => {
        const done = await shop.close()
        if (!done.ok) return
        closed.push(done.value)
        aheadInARow = days > 0 ? aheadInARow + 1 : 0
        if (aheadInARow === 2) setClock(0)
      }
      for (const now of events) {
        shop.pass(61_234)
        if (now.do === 'sell') sold.push(await shop.sell())
        else if (now.do === 'count') counts.push(await shop.count())
        else if (now.do === 'close') await close()
        else if (now.do === 'clock') setClock(now.days)
        else shop.pass(now.hours * hourMs)
      }
      setClock(0)
      // Longer than any clock was ahead.
      shop.pass(401 * dayMs)
      await close()
      const bills = closed.flatMap(({ counted }) => counted.bills)
      expect(bills.toSorted()).toEqual(sold.toSorted())
      const shifts = closed.flatMap(({ report }) => report.figures.cash.shifts.map((one) => one.closed_at))
      expect(shifts.toSorted()).toEqual(counts.toSorted())
      const cash = closed.flatMap(({ counted }) => counted.cash)
      expect(new Set(cash).size).toBe(cash.length)
      expect(cash).toHaveLength(sold.length + counts.length)
      await shop.stop()
    }),
    { numRuns: 25 },
  )
})
