import type { Numbering } from '../../src-shared/pos/bill/bill.ts'
import { isOfCounter } from '../../src-shared/pos/bill/numbering.ts'
import type { OpenBill } from '../../src-shared/pos/bill/open-bills.ts'
import type { ShopClock } from '../../src-shared/pos/report/business-day.ts'
import { compareCash, type Difference } from '../../src-shared/pos/report/compare.ts'
import { createFigureSums } from '../../src-shared/pos/report/figures.ts'
import type { Report, ServiceCheck } from '../../src-shared/pos/report/z-report.ts'
import { inParts } from '../async/in-parts.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { checkWithService } from './check.ts'
import type { LocalSources } from './local-facts.ts'
import { lookedBackMs, withoutFound } from './missing-payments.ts'
import type { PeriodFacts } from './period-facts.ts'

/** Makes the report on a period's facts: its figures, and what its records contradict each other about. */
export interface ReportMaker {
  /** @param check what the service's records show, or that they were not asked for */
  report(found: PeriodFacts, check: ServiceCheck): Promise<Report>
  /** Compares the facts with the service's records. */
  check(found: PeriodFacts): Promise<ServiceCheck>
}

export interface ReportMakerOptions {
  readonly sources: Pick<LocalSources, 'book'>
  readonly client: ClientSource
  readonly currency: () => string
  /** Bills that have not left the counter, or are not in the book yet. */
  readonly openBills: () => readonly OpenBill[]
  /** The series of receipt numbers of this counter. */
  readonly numbering: () => Numbering
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Bills or returns summed per turn of the event loop: their exact sums take some 0.1 ms each. */
const summedInTurn = 50

export function createReportMaker(options: ReportMakerOptions, clock: () => ShopClock): ReportMaker {
  const { sources, client, openBills, numbering, now } = options
  const isOwn = (number: string, at: number) => isOfCounter(numbering(), number, at)

  const stillMissing = (differences: readonly Difference[], { period, local }: PeriodFacts) => {
    const { facts, openBefore } = local
    const since = period.from - lookedBackMs
    return withoutFound(differences, { sources, facts, openBefore, openBills, since })
  }

  return {
    async report(found, check) {
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
    },
    async check(found) {
      const check = await checkWithService(client, found.period, found.local, isOwn, now)
      if (check.kind === 'not_checked') return check
      return { ...check, differences: [...(await stillMissing(check.differences, found))] }
    },
  }
}
