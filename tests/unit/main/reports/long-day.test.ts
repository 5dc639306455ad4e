import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { aLine } from '../../shared/pos/order/arbitrary-order.ts'
import { bill, cardTender } from '../../shared/pos/returns/arbitrary-bill.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'
import { reportOptions, reportSources } from './report-options.ts'

const sales = 1_500
/** About as many short bills as one chunk of a file contains. */
const mostInTurn = 200
const numbers = Array.from({ length: sales }, (_, index) => `KT${10_000 + index}`)

/** Counts calls since other work last had a turn, and keeps the maximum. */
function countByTurn() {
  const counts = new Map<string, { now: number; most: number; all: number }>()
  let turn = setImmediate(function others() {
    for (const count of counts.values()) count.now = 0
    turn = setImmediate(others)
  })
  onTestFinished(() => clearImmediate(turn))
  return {
    counts,
    count(name: string) {
      const count = counts.get(name) ?? { now: 0, most: 0, all: 0 }
      counts.set(name, count)
      count.now += 1
      count.all += 1
      count.most = Math.max(count.most, count.now)
    },
  }
}

/** Writes a day of bills with one item each, paid by card, with a drawer opening for each. */
async function writeDay(folder: string): Promise<void> {
  const item = aLine({ id: 'line_1', item_id: 'tea', unit_amount: 300 })
  const bills = numbers.map((number) => {
    const id = `bill_${number}`
    const order = { id: `order_${number}`, lines: [item], discounts: [] }
    const tenders = [cardTender(`sale_${number}`, 300)]
    return { closed_at: at, bill: bill({ id, number, order, total: 300, tenders, person_id: 'ana' }) }
  })
  const entries = numbers.map((number) => ({
    ...{ id: `cash_${number}`, at, kind: 'sale', bill: number, person_id: null },
    ...{ amount: 0, tendered: 0, change: 0 },
  }))
  await mkdir(join(folder, 'bills'))
  const text = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await writeFile(join(folder, 'bills', `${at.slice(0, 7)}.jsonl`), text(bills))
  await writeFile(join(folder, 'drawer.jsonl'), text(entries))
}

test('X and Z reports of a long day process only a few bills and drawer entries per turn', async () => {
  const folder = await temporaryFolder('long-day')
  await writeDay(folder)
  const { counts, count } = countByTurn()
  const parse = JSON.parse
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    count('lines of files read')
    return parse(text, reviver)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const categories = new Map([['tea', 'Drinks']])
  categories.get = (id) => {
    count('lines of bills added up')
    return Map.prototype.get.call(categories, id)
  }
  const now = () => Date.parse(at) + 1_000
  const book = await openSalesBook(join(folder, 'bills'), now, quietLog)
  const reports = await openReportService({
    ...{ ...reportOptions(folder), now },
    sources: {
      ...reportSources(folder, book),
      categories: async () => categories,
      nameOf(id) {
        count('people named')
        return id
      },
    },
  })
  const x = await reports.view({ period: { kind: 'open' } })
  const z = await reports.close()
  expect([x, z]).toMatchObject([
    { ok: true, value: { figures: { sales: { count: sales, collected: sales * 300 } } } },
    { ok: true, value: { counted: { bills: numbers.map((number) => `bill_${number}`) } } },
  ])
  for (const [name, { most, all }] of counts) {
    expect.soft(all, name).toBeGreaterThanOrEqual(2 * sales)
    expect.soft(most, name).toBeLessThanOrEqual(mostInTurn)
  }
  expect(counts.size).toBe(3)
  await book.close()
})
