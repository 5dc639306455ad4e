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
import { factsIn } from '../../src-shared/pos/report/facts-in.ts'
import { takingsOf } from '../../src-shared/pos/report/takings.ts'
import { zName } from '../../src-shared/pos/report/z-name.ts'
import type { ServiceCheck, ZReport } from '../../src-shared/pos/report/z-report.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { reportReceipt } from '../../src-shared/receipt/report-receipt.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { ok } from '../../src-shared/result.ts'
import { createTurns } from '../async/in-turn.ts'
import type { ReceiptPrinter } from '../printing/receipt-printer.ts'
import { readBankFacts } from './bank.ts'
import { type ClosingOptions, closeReport } from './close-report.ts'
import { ledgerTable } from './ledger-table.ts'
import { type LocalSources, readLocalFacts } from './local-facts.ts'
import { createReportMaker, type ReportMakerOptions } from './make-report.ts'
import { createFactsReader } from './period-facts.ts'
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

export interface ReportOptions extends ReportMakerOptions, ClosingOptions {
  readonly sources: LocalSources
  readonly zReports: string
  readonly settings: () => Pick<Settings, 'time_zone' | 'day_ends_at' | 'paper'>
  readonly shift: () => Shift
  readonly shop: () => ShopFacts
  readonly printer: ReceiptPrinter
  readonly saveFile: (name: string, text: string) => Promise<boolean>
}

const notAsked: ServiceCheck = { kind: 'not_checked', detail: '' }

export async function openReportService(options: ReportOptions): Promise<ReportService> {
  const { sources, now } = options
  const file = await openZFile(options.zReports, options.log)
  const { inTurn } = createTurns()

  const clock = (): ShopClock => {
    const { time_zone, day_ends_at } = options.settings()
    return { timeZone: time_zone, dayEndsAt: day_ends_at }
  }
  const today = () => businessDayOf(now(), clock())
  const reader = createFactsReader({ sources, file, openBills: options.openBills, clock, now })
  const maker = createReportMaker(options, clock)

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
      return found === null ? noShift : ok(await maker.report(found, notAsked))
    },
    async check({ period }) {
      const found = await reader.of(period)
      return found === null ? noShift : ok(await maker.check(found))
    },
    async shifts() {
      const { shifts } = await readShifts(sources.drawer, now() - 92 * 24 * 60 * 60_000)
      const counted = shifts.flatMap((entries) => countedShift(entries) ?? [])
      return ok(counted.reverse().map(({ shift, closed_at }) => ({ opened_at: shift.opened_at, closed_at })))
    },
    // Two at once would close the same report under two numbers.
    close: () => inTurn(() => closeReport(options, clock, { file, reader, maker })),
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
      const report =
        z?.report ?? (found === null ? null : await maker.report(found, await maker.check(found)))
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

const noShift = refuse('not_found', 'no such shift was counted')
