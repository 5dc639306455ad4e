import { isIn, type Period } from './business-day.ts'
import type { ReportFacts } from './facts.ts'

/** The facts that happened in a period. */
export const factsIn = (facts: ReportFacts, period: Period): ReportFacts => ({
  sold: facts.sold.filter(({ at }) => isIn(period, at)),
  returned: facts.returned.filter(({ at }) => isIn(period, at)),
  cash: facts.cash.filter(({ at }) => isIn(period, Date.parse(at))),
  shifts: facts.shifts.filter(({ closed_at }) => isIn(period, Date.parse(closed_at))),
  categories: facts.categories,
})
