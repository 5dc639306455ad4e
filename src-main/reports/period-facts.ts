import type { OpenBill } from '../../src-shared/pos/bill/open-bills.ts'
import { businessDay, type Period, type ShopClock } from '../../src-shared/pos/report/business-day.ts'
import { countedShift } from '../../src-shared/pos/report/cash-figures.ts'
import type { ReportPeriod } from '../../src-shared/pos/report/report-commands.ts'
import { findInParts, inParts } from '../async/in-parts.ts'
import { type LocalFacts, type LocalSources, lookedAtInTurn, readLocalFacts } from './local-facts.ts'
import type { OpenBefore } from './missing-payments.ts'
import { openSince } from './open-since.ts'
import { readShifts } from './shift-files.ts'
import type { ZFile } from './z-file.ts'

/** The facts from which a report is made. */
export interface PeriodFacts {
  readonly period: Period
  readonly local: LocalFacts & OpenBefore
}

export interface OpenFacts extends PeriodFacts {
  /** Number of unreadable reports, which may have counted a part of these facts. */
  readonly missing: number
  /** Whether the clock is before the last report, but not for long. */
  readonly mustWait: boolean
}

export interface FactsReader {
  /** Null for a shift that was never counted. */
  of(period: ReportPeriod): Promise<PeriodFacts | null>
  /** Everything that no report counts yet, including events that appeared late. */
  open(): Promise<OpenFacts>
}

export function createFactsReader(options: {
  readonly sources: LocalSources
  readonly file: Pick<ZFile, 'all' | 'missing'>
  readonly openBills: () => readonly OpenBill[]
  readonly clock: () => ShopClock
  readonly now: () => number
}): FactsReader {
  const { sources, file, openBills, clock, now } = options

  async function readFacts(period: Period): Promise<LocalFacts & OpenBefore> {
    const openBefore = openBills().map(({ number }) => number)
    return { ...(await readLocalFacts(sources, period)), openBefore }
  }

  async function open(): Promise<OpenFacts> {
    const earlier = file.all().map(({ head }) => head)
    const to = now()
    const { from, since, mustWait } = openSince(
      earlier.map(({ report }) => Date.parse(report.to)),
      to,
    )
    const local = await readFacts({ from: since, to })
    const missing = file.missing(since)
    // A report counted only what existed when it was closed.
    const recent = earlier.filter(({ report }) => Date.parse(report.to) >= since)
    const counted = new Set<string>()
    for await (const [head] of inParts(recent, 1)) {
      for (const ids of Object.values(head?.counted ?? {})) for (const id of ids) counted.add(id)
    }
    const { sold, returned, shifts, categories } = local.facts
    const isOpen = (id: string) => !counted.has(id)
    const cash = local.facts.cash.filter(({ id }) => isOpen(id))
    // A shift belongs to the report that counts its closing entry.
    const ended = new Set(cash.flatMap(({ kind, at }) => (kind === 'closed' ? [at] : [])))
    const facts = {
      sold: await findInParts(sold, lookedAtInTurn, (fact) => (isOpen(fact.bill.id) ? [fact] : [])),
      returned: returned.filter(({ one }) => isOpen(one.id)),
      cash,
      shifts: shifts.filter(({ closed_at }) => ended.has(closed_at)),
      categories,
    }
    const first = async () =>
      earliestOf([
        to,
        // A bill's payments were captured after it was opened and before it left.
        ...(await findInParts(facts.sold, lookedAtInTurn, ({ bill }) => [Date.parse(bill.opened_at)])),
        ...facts.returned.map(({ at }) => at),
        ...facts.cash.map(({ at }) => Date.parse(at)),
      ])
    const unreadable = local.unreadable + missing
    return {
      period: { from: from ?? (await first()), to },
      local: { ...local, facts, unreadable },
      missing,
      mustWait,
    }
  }

  async function of(period: ReportPeriod): Promise<PeriodFacts | null> {
    if (period.kind === 'open') return open()
    if (period.kind === 'day') {
      const day = businessDay(period.day, clock())
      return { period: day, local: await readFacts(day) }
    }
    const { shifts } = await readShifts(sources.drawer, 0)
    const index = shifts.findIndex((entries) => countedShift(entries)?.closed_at === period.closed_at)
    const first = shifts[index]?.at(0)
    if (first === undefined) return null
    // A shift without an opening entry first continues right after the count before it.
    const before = first.kind === 'opened' ? undefined : shifts[index - 1]?.at(-1)
    const from = before === undefined ? Date.parse(first.at) : Date.parse(before.at) + 1
    const span = { from, to: Date.parse(period.closed_at) + 1 }
    return { period: span, local: await readFacts(span) }
  }

  return { of, open }
}

/** By reduce: a year of sales has more items than a function can take as arguments. */
export const earliestOf = (times: readonly number[]): number =>
  times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY)
