import type { Numbering } from '../../src-shared/pos/bill/bill.ts'
import { isOfCounter } from '../../src-shared/pos/bill/numbering.ts'
import type { OpenBill } from '../../src-shared/pos/bill/open-bills.ts'
import { expectedIn } from '../../src-shared/pos/cash/shift.ts'
import type { Shift } from '../../src-shared/pos/cash/shift-schema.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import {
  businessDay,
  businessDayOf,
  dayAfter,
  type ShopClock,
} from '../../src-shared/pos/report/business-day.ts'
import { countedShift } from '../../src-shared/pos/report/cash-figures.ts'
import { compareCash, type Difference } from '../../src-shared/pos/report/compare.ts'
import { factsIn } from '../../src-shared/pos/report/facts-in.ts'
import { createFigureSums } from '../../src-shared/pos/report/figures.ts'
import { takingsOf } from '../../src-shared/pos/report/takings.ts'
import { zName } from '../../src-shared/pos/report/z-name.ts'
import type { Report, ServiceCheck, ZReport } from '../../src-shared/pos/report/z-report.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { reportReceipt } from '../../src-shared/receipt/report-receipt.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { ok } from '../../src-shared/result.ts'
import { inParts } from '../async/in-parts.ts'
import { createTurns } from '../async/in-turn.ts'
import { pause } from '../async/pause.ts'
import type { Log } from '../log.ts'
import type { ReceiptPrinter } from '../printing/receipt-printer.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { readBankFacts } from './bank.ts'
import { checkWithService } from './check.ts'
import { ledgerTable } from './ledger-table.ts'
import { type LocalSources, readLocalFacts } from './local-facts.ts'
import { lookedBackMs, withoutFound } from './missing-payments.ts'
import { createFactsReader, earliestOf, type PeriodFacts } from './period-facts.ts'
import { reportTable } from './report-table.ts'
import { readShifts } from './shift-files.ts'
import { openZFile } from './z-file.ts'

type Asked<Name extends `reports.${'view' | 'check' | 'open' | 'save' | 'trend'}`> = PosCommandPayload<Name>

/** Reports on a period from the counter's files and the service, and the reports that close one. */
export interface ReportService {
  today(): Promise<PosResult<'reports.today'>>
  view(asked: Asked<'reports.view'>): Promise<PosResult<'reports.view'>>
  check(asked: Asked<'reports.check'>): Promise<PosResult<'reports.check'>>
  shifts(): Promise<PosResult<'reports.shifts'>>
  close(): Promise<PosResult<'reports.close'>>
  list(): PosResult<'reports.list'>
  open(asked: Asked<'reports.open'>): PosResult<'reports.open'>
  save(asked: Asked<'reports.save'>): Promise<PosResult<'reports.save'>>
  trend(asked: Asked<'reports.trend'>): Promise<PosResult<'reports.trend'>>
  bank(): Promise<PosResult<'reports.bank'>>
}

export interface ReportOptions {
  readonly sources: LocalSources
  readonly zReports: string
  readonly client: ClientSource
  readonly settings: () => Pick<Settings, 'time_zone' | 'day_ends_at' | 'paper'>
  readonly currency: () => string
  readonly shift: () => Shift
  /** Whether money is moving at the counter: closing is refused meanwhile. */
  readonly isMoving: () => boolean
  /** Whether a bill has left the counter but is not in the book yet. */
  readonly isFiling: () => boolean
  /** Bills that have not left the counter, or are not in the book yet. */
  readonly openBills: () => readonly OpenBill[]
  /** The series of receipt numbers of this counter. */
  readonly numbering: () => Numbering
  /** Checks whether another counter gives the same receipt numbers. */
  readonly compareNumbers: () => Promise<void>
  readonly person: () => string | null
  readonly shop: () => ShopFacts
  readonly printer: ReceiptPrinter
  readonly saveFile: (name: string, text: string) => Promise<boolean>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}

/** Number of look-ups for bills being written to the book: a disk may be slow. */
const mostLooks = 200
const pauseMs = 50

const notAsked: ServiceCheck = { kind: 'not_checked', detail: '' }

export async function openReportService(options: ReportOptions): Promise<ReportService> {
  const { sources, log, now } = options
  const file = await openZFile(options.zReports, log)
  const { inTurn } = createTurns()

  const clock = (): ShopClock => {
    const { time_zone, day_ends_at } = options.settings()
    return { timeZone: time_zone, dayEndsAt: day_ends_at }
  }
  const today = () => businessDayOf(now(), clock())
  const reader = createFactsReader({ sources, file, openBills: options.openBills, clock, now })
  const isOwn = (number: string, at: number) => isOfCounter(options.numbering(), number, at)

  const stillMissing = (differences: readonly Difference[], { period, local }: PeriodFacts) => {
    const { facts, openBefore } = local
    const { openBills } = options
    const since = period.from - lookedBackMs
    return withoutFound(differences, { sources, facts, openBefore, openBills, since })
  }

  async function reportOf(found: PeriodFacts, check: ServiceCheck): Promise<Report> {
    const { timeZone, dayEndsAt } = clock()
    const { period, local } = found
    const { facts, ledger, known } = local
    const sums = createFigureSums(clock(), facts.categories)
    const differences: Difference[] = []
    // A bill of the period is compared by its amount.
    const compared = new Set<string>()
    const isKnown = (number: string, entryId: string) => compared.has(number) || known.has(entryId)
    for await (const sold of inParts(facts.sold, summedInTurn)) {
      sums.add({ sold })
      for (const { bill } of sold) compared.add(bill.number)
      differences.push(...compareCash({ sold, cash: [] }, ledger, isKnown))
    }
    for await (const returned of inParts(facts.returned, summedInTurn)) sums.add({ returned })
    differences.push(...compareCash({ sold: [], cash: facts.cash }, ledger, isKnown))
    return {
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      time_zone: timeZone,
      day_ends_at: dayEndsAt,
      currency: options.currency(),
      figures: sums.figures(facts),
      differences: [...(await stillMissing(differences, found))],
      check,
      unreadable: local.unreadable,
    }
  }

  async function ask(found: PeriodFacts): Promise<ServiceCheck> {
    const check = await checkWithService(options.client, found.period, found.local, isOwn, now)
    if (check.kind === 'not_checked') return check
    return { ...check, differences: [...(await stillMissing(check.differences, found))] }
  }

  async function close(): Promise<PosResult<'reports.close'>> {
    // The report ends before this moment: a sale that was left in the same millisecond would wait for the next one.
    await pause(2)
    for (let looks = 0; options.isFiling() && looks < mostLooks; looks++) {
      await pause(pauseMs)
    }
    if (options.isFiling()) return refuse('not_now', 'a bill is not in the book of sales yet')
    if (options.isMoving()) return refuse('not_now', 'money is moving at the counter')
    const open = await reader.open()
    // It would count for good what an unreadable report has already counted.
    if (open.missing > 0) {
      return refuse('records_unreadable', `${open.missing} reports cannot be read`)
    }
    if (open.mustWait) return refuse('not_now', 'the clock is earlier than the last report')
    await options.compareNumbers()
    const report = await reportOf(open, await ask(open))
    const { series, former } = options.numbering()
    const { sold, returned, cash } = open.local.facts
    const z: ZReport = {
      ...file.next(),
      ...(former === undefined ? {} : { series }),
      closed_at: new Date(now()).toISOString(),
      day: businessDayOf(earliestOf([open.period.to, ...sold.map(({ at }) => at)]), clock()),
      person: options.person(),
      report,
      counted: {
        bills: sold.map(({ bill }) => bill.id),
        returns: returned.map(({ one }) => one.id),
        cash: cash.map(({ id }) => id),
      },
    }
    await file.add(z)
    log.info({ number: z.number, from: report.from, to: report.to }, 'reports.closed')
    return ok(z)
  }

  function stored(number: number): { readonly z: ZReport; readonly damaged: boolean } | null {
    const found = file.all().find(({ z }) => z?.number === number)
    return found?.z ? { z: found.z, damaged: found.damaged } : null
  }

  return {
    async today() {
      const day = today()
      const local = await readLocalFacts(sources, businessDay(day, clock()), 0)
      return ok({ day, ...takingsOf(local.facts), in_drawer: expectedIn(options.shift()) })
    },
    async view({ period }) {
      const found = await reader.of(period)
      return found === null ? noShift : ok(await reportOf(found, notAsked))
    },
    async check({ period }) {
      const found = await reader.of(period)
      return found === null ? noShift : ok(await ask(found))
    },
    async shifts() {
      const { shifts } = await readShifts(sources.drawer, now() - 92 * 24 * 60 * 60_000)
      const counted = shifts.flatMap((entries) => countedShift(entries) ?? [])
      return ok(counted.reverse().map(({ shift, closed_at }) => ({ opened_at: shift.opened_at, closed_at })))
    },
    // Two at once would close the same report under two numbers.
    close: () => inTurn(close),
    list: () =>
      ok(
        [...file.all()].reverse().map(({ head: { number, closed_at, day }, z, damaged }) => ({
          number,
          name: zName({ number, series: z?.series }),
          closed_at,
          day,
          totals: z && {
            collected: z.report.figures.sales.collected,
            given_back: z.report.figures.returns.given_back,
          },
          damaged,
        })),
      ),
    open({ number }) {
      const found = stored(number)
      return found === null ? refuse('not_found', `no report ${number}`) : ok(found)
    },
    async save({ which, as }) {
      const z = 'number' in which ? (stored(which.number)?.z ?? null) : null
      const found = 'period' in which ? await reader.of(which.period) : null
      const report = z?.report ?? (found === null ? null : await reportOf(found, await ask(found)))
      if (report === null) return refuse('not_found', 'there is no such report')
      const name = z === null ? `x-${report.to.slice(0, 16).replace(/\W/g, '')}` : `z-${zName(z)}`
      if (as === 'table') return ok({ saved: await options.saveFile(`${name}.csv`, reportTable(report, z)) })
      if (as === 'ledger') {
        return ok({ saved: await options.saveFile(`${name}-accounts.csv`, ledgerTable(report, z)) })
      }
      const shop = options.shop()
      const copies = [reportReceipt(report, z, shop)]
      const width = options.settings().paper
      return ok({ saved: await options.printer.print({ name, copies, width, language: shop.language }) })
    },
    bank: () => readBankFacts(options.client, clock()),
    async trend({ days }) {
      const last = today()
      const all = Array.from({ length: days }, (_, index) => dayAfter(last, index + 1 - days))
      const [from, to] = [businessDay(all[0] ?? last, clock()).from, businessDay(last, clock()).to]
      const { facts } = await readLocalFacts(sources, { from, to }, 0)
      return ok(
        all.map((day) => {
          const { count, collected, given_back } = takingsOf(factsIn(facts, businessDay(day, clock())))
          return { day, count, collected, given_back }
        }),
      )
    },
  }
}

/** Bills or returns summed per turn of the event loop: their exact sums take some 0.1 ms each. */
const summedInTurn = 50

const noShift = refuse('not_found', 'no such shift was counted')
