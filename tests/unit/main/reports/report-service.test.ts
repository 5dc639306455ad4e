import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import type { PrintJob } from '../../../../src-main/printing/receipt-printer.ts'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import { businessDayOf } from '../../../../src-shared/pos/report/business-day.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { must } from '../../../support/must.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { type ManagerHarness, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { reportOptions, reportSources } from './report-options.ts'

const hsn = 'VT-1'
const open = { period: { kind: 'open' } } as const
let service: TestService
let counter: CounterHarness
let manager: ManagerHarness
let access: ServiceAccess | null
let printed: PrintJob[]
let saved: Map<string, string>

beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
  access = service.access
  printed = []
  saved = new Map()
  manager = await startManagerHarness(service)
  counter = await openReportCounter()
  await counter.terminalIs('connected')
})
afterEach(async () => {
  await counter.stop()
  await manager.stop()
  await service.stop()
})

const openReportCounter = (userData?: string) =>
  openCounterHarness({
    access: () => access,
    accountId: service.access.accountId,
    hsn,
    settings: { tip_presets: [], tip_custom: false, time_zone: 'America/Los_Angeles' },
    manager: async () => manager,
    printer: { print: async (job) => printed.push(job) > 0 },
    saveFile: async (name, text) => saved.set(name, text).size > 0,
    ...(userData === undefined ? {} : { userData }),
  })

/** Leaves the sale, and waits until its bill is in the book. @returns the receipt's number */
async function leave(): Promise<string> {
  const number = counter.sale.bill()?.number ?? ''
  counter.sale.dispatch({ kind: 'finish' })
  const { book } = await counter.sales()
  await until(
    () => book.find(number),
    (found) => found !== null,
  )
  return number
}

async function sellByCard(amount: number): Promise<string> {
  counter.charge(amount)
  await counter.saleIs('approved')
  return leave()
}

async function sellForCash(amount: number, id: string): Promise<string> {
  const bill = { id: `bill_${id}`, order: null, total: amount, currency: 'USD', note: '' }
  counter.sale.dispatch({ kind: 'take_cash', id, tendered: amount, balance: amount, step: 1, bill })
  await until(
    () => counter.sale.unbooked(),
    (left) => left === 0,
  )
  return leave()
}

async function giveBack(number: string, quantity: number): Promise<void> {
  const { returns } = await counter.sales()
  const begun = await returns.begin({
    number,
    lines: [{ line_id: 'amount', quantity }],
    tips: [],
    total: quantity,
    reason: 'cold',
    pin: '1',
  })
  if (!begun.ok) throw new Error(JSON.stringify(begun.error))
  await until(
    () => counter.snapshot().returns.find(({ id }) => id === begun.value.return_id)?.status,
    (status) => status === 'done',
  )
}

describe('the report of the open period', () => {
  test('the X report agrees with the service on sales and refunds, and lists sales of others', async () => {
    const first = await sellByCard(12_00)
    await sellByCard(30_00)
    await sellForCash(5_00, 'cash_1')
    await giveBack(first, 4_00)
    // A sale by another counter of the shop.
    await pay(service, 9_00)
    const reports = await counter.reports()
    const { figures, differences } = await must(reports.view(open))
    expect(figures.sales).toMatchObject({ count: 3, net: 47_00, collected: 47_00 })
    expect(figures.returns).toMatchObject({ count: 1, given_back: 4_00, unresolved: 0 })
    expect(figures.methods).toMatchObject([
      { method: 'card', count: 2, amount: 42_00, returned: 4_00 },
      { method: 'cash', count: 1, amount: 5_00 },
    ])
    expect(figures.cash).toMatchObject({ sales: 5_00 })
    expect(differences).toEqual([])
    expect(await must(reports.check(open))).toMatchObject({
      kind: 'checked',
      payments: { count: 3, captured: 51_00, returned: 4_00 },
      elsewhere: { count: 1, captured: 9_00 },
      unsettled: 47_00,
      settled: 0,
      differences: [],
    })
  })

  test('the X report lists a sale refunded elsewhere, and what it could not check', async () => {
    const number = await sellByCard(12_00)
    const [intent] = await service.intents()
    const params = { id: intent?.latest_payment?.id ?? '' }
    const body = { amount: 2_00 }
    await must(
      service.client.call('refunds.create', { params, body, idempotencyKey: 'given_back_elsewhere' }),
    )
    const reports = await counter.reports()
    expect(await must(reports.check(open))).toMatchObject({
      differences: [{ kind: 'returned_elsewhere', number, intent_id: intent?.id, here: 0, there: 2_00 }],
    })
    access = null
    expect(await must(reports.check(open))).toEqual({
      kind: 'not_checked',
      detail: 'The service is not up.',
    })
  })

  test('the X report can be printed, and saved as a table of the same figures', async () => {
    await sellForCash(5_00, 'cash_1')
    const reports = await counter.reports()
    await must(reports.save({ which: open, as: 'paper' }))
    const text = printed.flatMap(({ copies }) => copies.flatMap((lines) => receiptText(lines, 32))).join('\n')
    expect(text).toContain('X report (nothing is closed)')
    expect(text).toMatch(/Collected \(1\)\s+\$5\.00/)
    await must(reports.save({ which: open, as: 'table' }))
    const rows = parse<Record<string, string>>([...saved.values()][0] ?? '', { bom: true, columns: true })
    expect(rows.find(({ section, name }) => section === 'method' && name === 'cash')).toMatchObject({
      report: 'X',
      count: '1',
      amount: '5.00',
      returned: '0.00',
    })
  })
})

test('a card payment that is made and filed while the report is read is not reported as missing', async () => {
  const { book } = await counter.sales()
  const folder = dataPaths(counter.userData).soldBills(service.access.accountId)
  const sources = reportSources(folder, {
    ...book,
    async between(period) {
      const found = await book.between(period)
      await sellByCard(12_00)
      return found
    },
  })
  const options = { ...reportOptions(folder), client: () => service.client, now: Date.now }
  const reports = await openReportService({ ...options, sources, numbering: counter.sale.numbers.present })
  const { timeZone, dayEndsAt } = { timeZone: 'America/Los_Angeles', dayEndsAt: 0 }
  const day = businessDayOf(Date.now(), { timeZone, dayEndsAt })
  expect(await must(reports.check({ period: { kind: 'day', day } }))).toMatchObject({
    ...{ payments: { count: 1, captured: 12_00 }, differences: [] },
  })
})

test('a payment by a link that was given up is a difference, even though its bill is in the book, paid in cash', async () => {
  const { book } = await counter.sales()
  const paid = await sellForCash(5_00, 'cash_1')
  const sold = (await book.find(paid))?.bill
  if (sold === undefined) throw new Error('nothing was sold')
  const number = `${paid.slice(0, 2)}1000`
  const daysAgo = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString()
  await book.file({ ...sold, id: 'bill_given_up', number, link: null }, daysAgo)
  // The bank debit clears.
  const { payment_intent_id } = await pay(service, 5_00, { order_details: { bill: { number, total: 5_00 } } })
  const difference = { kind: 'not_in_book', number, intent_id: payment_intent_id, here: 0, there: 5_00 }
  const reports = await counter.reports()
  expect(await must(reports.check(open))).toMatchObject({ differences: [difference] })
  const day = businessDayOf(Date.now(), { timeZone: 'America/Los_Angeles', dayEndsAt: 0 })
  expect(await must(reports.check({ period: { kind: 'day', day } }))).toMatchObject({
    differences: [difference],
  })
  expect(await must(reports.close())).toMatchObject({ report: { check: { differences: [difference] } } })
})

describe('closing a Z report', () => {
  test('the Z report counts everything once, has the next number, and leaves an empty period', async () => {
    await sellForCash(5_00, 'cash_1')
    const reports = await counter.reports()
    const closed = await Promise.all([reports.close(), reports.close()])
    const numbers = closed.flatMap((one) => (one.ok ? [one.value.number] : []))
    expect(numbers[0]).toBe(1)
    expect((await must(reports.view(open))).figures.sales.count).toBe(0)
    await sellForCash(7_00, 'cash_2')
    const next = await must(reports.close())
    expect(next.number).toBe(numbers.length + 1)
    expect(next.report.figures.sales).toMatchObject({ count: 1, collected: 7_00 })
    const listed = await must(Promise.resolve(reports.list()))
    expect(listed.reduce((sum, { totals }) => sum + (totals?.collected ?? 0), 0)).toBe(12_00)
    expect(listed.every(({ damaged }) => !damaged)).toBe(true)
  })

  test('the Z report counts a bill that has just left and is still being filed', async () => {
    const bill = { id: 'bill_1', order: null, total: 5_00, currency: 'USD', note: '' }
    const cash = { id: 'cash_1', tendered: 5_00, balance: 5_00, step: 1 } as const
    const reports = await counter.reports()
    counter.sale.dispatch({ kind: 'take_cash', ...cash, bill })
    await until(
      () => counter.sale.unbooked(),
      (left) => left === 0,
    )
    counter.sale.dispatch({ kind: 'finish' })
    expect(counter.sale.unfiled()).toHaveLength(1)
    expect((await must(reports.close())).counted.bills).toEqual(['bill_1'])
  })

  test('the Z report states that a line of the returns cannot be read, also after it was acknowledged', async () => {
    const number = await sellForCash(5_00, 'cash_1')
    await counter.stop()
    const { userData } = counter
    const path = dataPaths(userData).returns(service.access.accountId)
    await writeFile(path, `{"at":"2026-03-01T12:00:00.000Z","return":{"id":"ret_1","number":"${number}"\n`)
    for (const isKnown of [false, true]) {
      counter = await openReportCounter(userData)
      const reports = await counter.reports()
      expect((await must(reports.view(open))).unreadable).toBe(1)
      const { returns } = await counter.sales()
      expect((await returns.acknowledgeUnreadable()).ok).toBe(!isKnown)
      expect((await must(reports.view(open))).unreadable).toBe(1)
      if (!isKnown) await counter.stop()
    }
  })

  test('the Z report cannot be closed while a paid sale has not been left', async () => {
    counter.charge(12_00)
    await counter.saleIs('approved')
    const reports = await counter.reports()
    expect(await reports.close()).toMatchObject({ ok: false, error: { code: 'not_now' } })
    await leave()
    expect(await reports.close()).toMatchObject({ ok: true, value: { number: 1 } })
  })

  test('a bill filed late, as after the clock was set back, is counted in the next Z report, once', async () => {
    await sellForCash(5_00, 'cash_1')
    const reports = await counter.reports()
    await must(reports.close())
    const folder = dataPaths(counter.userData).soldBills(service.access.accountId)
    // The month of the sale; the next one may have begun.
    const path = join(folder, (await readdir(folder)).find((name) => name.endsWith('.jsonl')) ?? '')
    const line = JSON.parse((await readFile(path, 'utf8')).trim().split('\n')[0] ?? '')
    const late = {
      closed_at: new Date(Date.now() - 60_000).toISOString(),
      bill: { ...line.bill, id: 'bill_late', number: 'KT9999' },
    }
    await appendFile(path, `\n${JSON.stringify(late)}\n`)
    const next = await must(reports.close())
    expect(next.counted.bills).toEqual(['bill_late'])
    expect((await must(reports.close())).counted.bills).toEqual([])
  })

  test('a changed Z report is detected, and so is one after a removed line', async () => {
    for (const id of ['cash_1', 'cash_2', 'cash_3']) {
      await sellForCash(5_00, id)
      await must((await counter.reports()).close())
    }
    const { userData } = counter
    const path = dataPaths(userData).zReports(service.access.accountId)
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
    const numbersOf = async (changed: readonly string[]) => {
      await counter.stop()
      await writeFile(path, changed.map((line) => `${line}\n`).join(''))
      counter = await openReportCounter(userData)
      const listed = await must(Promise.resolve((await counter.reports()).list()))
      return listed.map(({ number, damaged }) => `${number}${damaged ? ' damaged' : ''}`)
    }
    expect(await numbersOf(lines)).toEqual(['3', '2', '1'])
    const changed = lines.map((line, index) =>
      index === 1 ? line.replace('"collected":500', '"collected":400') : line,
    )
    expect(await numbersOf(changed)).toEqual(['3', '2 damaged', '1'])
    expect(await numbersOf(lines.filter((_, index) => index !== 1))).toEqual(['3 damaged', '1'])
    expect(await numbersOf(lines.map((line, index) => (index === 1 ? '{"report":' : line)))).toEqual([
      '3 damaged',
      '1',
    ])
  })

  describe('a Z report after an unreadable one', () => {
    /** Closes `count` reports, changes the lines of their file while the counter is down, and opens it again. */
    async function closeAndChange(count: number, change: (lines: readonly string[]) => readonly string[]) {
      for (let at = 1; at <= count; at++) {
        await sellForCash(5_00, `cash_${at}`)
        await must((await counter.reports()).close())
      }
      const { userData } = counter
      const path = dataPaths(userData).zReports(service.access.accountId)
      const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
      await counter.stop()
      await writeFile(
        path,
        change(lines)
          .map((line) => `${line}\n`)
          .join(''),
      )
      counter = await openReportCounter(userData)
      return counter.reports()
    }

    test('after an unreadable report, no Z is closed, and the X report states that a line cannot be read', async () => {
      const reports = await closeAndChange(2, (lines) =>
        lines.map((line, index) => (index === 1 ? '{"report":' : line)),
      )
      expect((await must(reports.view(open))).unreadable).toBe(1)
      expect(await reports.close()).toMatchObject({ ok: false, error: { code: 'records_unreadable' } })
      expect((await must(Promise.resolve(reports.list()))).map(({ number }) => number)).toEqual([1])
    })

    test('if only the figures of the last report are unreadable, the next one continues from its number and time', async () => {
      const reports = await closeAndChange(2, (lines) =>
        lines.map((line, index) => (index === 1 ? line.replace('"figures":', '"figures_of_old":') : line)),
      )
      await sellForCash(7_00, 'cash_9')
      const next = await must(reports.close())
      expect(next).toMatchObject({ number: 3, report: { figures: { sales: { collected: 7_00 } } } })
      const listed = await must(Promise.resolve(reports.list()))
      expect(listed.map(({ totals }) => totals?.collected ?? null)).toEqual([7_00, null, 5_00])
      expect(reports.open({ number: 2 })).toMatchObject({ ok: false, error: { code: 'not_found' } })
    })
  })

  test('a Z report includes the count of its shift by note and coin, with the shortage', async () => {
    await counter.drawer.openShift({ amount: 100_00 })
    await sellForCash(5_00, 'cash_1')
    await must(counter.drawer.closeShift({ counted: [{ value: 100_00, count: 1 }] }))
    const reports = await counter.reports()
    const [shift] = await must(reports.shifts())
    const { report } = await must(reports.close())
    expect(report.figures.cash.shifts).toMatchObject([
      {
        expected: 105_00,
        counted: 100_00,
        pieces: [{ value: 100_00, count: 1 }],
        closed_at: shift?.closed_at,
      },
    ])
    const period = { kind: 'shift', closed_at: shift?.closed_at ?? '' } as const
    expect((await must(reports.view({ period }))).figures.sales.collected).toBe(5_00)
  })
})

test('a shift that was not opened includes the sales since the previous count, or since the first cash', async () => {
  await sellForCash(5_00, 'cash_1')
  await must(counter.drawer.closeShift({ counted: [{ value: 5_00, count: 1 }] }))
  await sellByCard(7_00)
  await sellForCash(2_00, 'cash_2')
  await counter.drawer.openShift({ amount: 100_00 })
  await sellForCash(1_00, 'cash_3')
  await must(counter.drawer.closeShift({ counted: [{ value: 1_00, count: 103 }] }))
  await sellByCard(11_00)
  await counter.drawer.noSale({ reason: 'Change' })
  await must(counter.drawer.closeShift({ counted: [] }))
  const reports = await counter.reports()
  const collected: number[] = []
  const counts: number[] = []
  for (const { closed_at } of await must(reports.shifts())) {
    const { figures } = await must(reports.view({ period: { kind: 'shift', closed_at } }))
    collected.push(figures.sales.collected)
    counts.push(figures.cash.shifts.length)
  }
  // The second shift was opened late, after a sale.
  expect(collected).toEqual([11_00, 10_00, 5_00])
  expect(counts).toEqual([1, 1, 1])
})

test('the totals of today and of previous days are those of the book', async () => {
  await sellForCash(5_00, 'cash_1')
  const reports = await counter.reports()
  expect(await must(reports.today())).toMatchObject({ count: 1, collected: 5_00, in_drawer: 5_00 })
  const trend = await must(reports.trend({ days: 7 }))
  expect(trend).toHaveLength(7)
  expect(trend.map(({ collected }) => collected)).toEqual([0, 0, 0, 0, 0, 0, 5_00])
})
