import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { openReportService } from '../../src-main/reports/report-service.ts'
import { hashOf } from '../../src-main/reports/z-file.ts'
import { openSalesBook } from '../../src-main/sales/sales-book.ts'
import { emptyShift } from '../../src-shared/pos/cash/shift.ts'
import type { ZReport } from '../../src-shared/pos/report/z-report.ts'
import { type CountersFiles, writeCountersFiles } from './support/counters-files.ts'
import { median, printRows } from './support/report.ts'

/**
 * The figures of a counter's day and its close, with a given number of earlier sales in its book
 * (`--sales=1000,1000000`), `--day` of them a day: from the counter's own files. Requests to the service are measured
 * by `growth`.
 */
const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '2000,20000,200000' },
    day: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
  },
})
const perDay = Number(values.day)
const rounds = Number(values.rounds)
const until = Date.UTC(2026, 10, 20)
const clock = { time_zone: 'UTC', day_ends_at: 0, paper: 80 } as const
const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

async function openReports(files: CountersFiles, zReports: string) {
  const book = await openSalesBook(files.book, () => until, silent)
  return openReportService({
    sources: {
      ...{ book, drawer: files.drawer, damagedReturns: [] },
      returned: () => files.returned,
      categories: async () => new Map(),
      nameOf: () => null,
    },
    zReports,
    client: () => null,
    settings: () => clock,
    currency: () => 'USD',
    shift: () => emptyShift,
    isMoving: () => false,
    isFiling: () => false,
    openBills: () => [],
    numbering: () => ({ series: 'KT', next: 2 }),
    compareNumbers: async () => undefined,
    person: () => null,
    shop: () => {
      throw new Error('nothing is printed')
    },
    printer: { print: async () => false },
    saveFile: async () => false,
    now: () => until - 1,
    log: silent,
  })
}

/** Writes the chained reports of all days but the last, as copies of one real report. */
function writeReports(path: string, { days }: CountersFiles, like: ZReport): void {
  let previous = ''
  const lines = days.slice(0, -1).map(({ to, counted }, index) => {
    const at = new Date(to - 1).toISOString()
    const span = { from: new Date(to - 86_400_001).toISOString(), to: at }
    const report = {
      ...like,
      number: index + 1,
      previous,
      closed_at: at,
      counted,
      report: { ...like.report, ...span },
    }
    previous = hashOf(report)
    return `${JSON.stringify({ report, hash: previous })}\n`
  })
  writeFileSync(path, lines.join(''))
}

interface Timed {
  readonly ms: number[]
  readonly held: number[]
}

async function timed<Value>(into: Timed, work: () => Promise<Value>): Promise<Value> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await new Promise((resolve) => setTimeout(resolve, 5))
  delay.reset()
  const began = performance.now()
  const value = await work()
  into.ms.push(performance.now() - began)
  await new Promise((resolve) => setTimeout(resolve, 5))
  delay.disable()
  into.held.push(delay.max / 1e6)
  return value
}

for (const bills of values.sales.split(',').map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-day-'))
  try {
    const files = writeCountersFiles(folder, { bills, perDay, until })
    const first = await openReports(
      writeCountersFiles(join(folder, 'one'), { bills: perDay, perDay, until }),
      join(folder, 'first.jsonl'),
    )
    const like = await first.close()
    if (!like.ok) throw new Error(JSON.stringify(like))
    const kept = join(folder, 'kept.jsonl')
    writeReports(kept, files, like.value)
    const parts = new Map<string, Timed>()
    const part = (name: string): Timed => {
      const known = parts.get(name) ?? { ms: [], held: [] }
      parts.set(name, known)
      return known
    }
    for (let round = 0; round < rounds; round += 1) {
      const zReports = join(folder, 'z.jsonl')
      copyFileSync(kept, zReports)
      const reports = await timed(part('the reports opened'), () => openReports(files, zReports))
      const today = await timed(part('today above the payments'), () => reports.today())
      await timed(part('X: a look at the open period'), () => reports.view({ period: { kind: 'open' } }))
      const z = await timed(part('Z: the day closed'), () => reports.close())
      if (!today.ok || !z.ok) throw new Error(JSON.stringify([today, z]))
      if (round === 0) {
        const { bills: sold, returns, cash } = z.value.counted
        console.log(
          `counted: ${sold.length} bills, ${returns.length} returns, ${cash.length} of cash; today ${today.value.count}`,
        )
      }
    }
    printRows(
      `${bills.toLocaleString('en-US')} sales in the book, ${perDay.toLocaleString('en-US')} a day`,
      [...parts].map(([name, { ms, held }]) => ({
        ...{ name, value: median(ms), unit: 'ms' },
        note: `the counter waits ${median(held).toFixed(0)} ms at most, median of ${ms.length}`,
      })),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
