import type { Numbering } from '../../src-shared/pos/bill/bill.ts'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { businessDayOf, type ShopClock } from '../../src-shared/pos/report/business-day.ts'
import type { ZReport } from '../../src-shared/pos/report/z-report.ts'
import { ok } from '../../src-shared/result.ts'
import { pause } from '../async/pause.ts'
import type { Log } from '../log.ts'
import type { ReportMaker } from './make-report.ts'
import { earliestOf, type FactsReader } from './period-facts.ts'
import type { ZFile } from './z-file.ts'

export interface ClosingOptions {
  /** Whether money is moving at the counter: closing is refused meanwhile. */
  readonly isMoving: () => boolean
  /** Whether a bill has left the counter but is not in the book yet. */
  readonly isFiling: () => boolean
  /** The series of receipt numbers of this counter. */
  readonly numbering: () => Numbering
  /** Checks whether another counter gives the same receipt numbers. */
  readonly compareNumbers: () => Promise<void>
  readonly person: () => string | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}

/** Number of look-ups for bills being written to the book: a disk may be slow. */
const mostLooks = 200
const pauseMs = 50

/** Closes everything that no report counts yet with a report, and stores it. To be called one at a time. */
export async function closeReport(
  options: ClosingOptions,
  clock: () => ShopClock,
  {
    file,
    reader,
    maker,
  }: {
    readonly file: Pick<ZFile, 'next' | 'add'>
    readonly reader: Pick<FactsReader, 'open'>
    readonly maker: ReportMaker
  },
): Promise<PosResult<'reports.close'>> {
  const { isFiling, isMoving, now } = options
  // The report ends before this moment: a sale that was left in the same millisecond would wait for the next one.
  await pause(2)
  for (let looks = 0; isFiling() && looks < mostLooks; looks++) await pause(pauseMs)
  if (isFiling()) return refuse('not_now', 'a bill is not in the book of sales yet')
  if (isMoving()) return refuse('not_now', 'money is moving at the counter')
  const open = await reader.open()
  // It would count for good what an unreadable report has already counted.
  if (open.missing > 0) return refuse('records_unreadable', `${open.missing} reports cannot be read`)
  if (open.mustWait) return refuse('not_now', 'the clock is earlier than the last report')
  await options.compareNumbers()
  const report = await maker.report(open, await maker.check(open))
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
  options.log.info({ number: z.number, from: report.from, to: report.to }, 'reports.closed')
  return ok(z)
}
