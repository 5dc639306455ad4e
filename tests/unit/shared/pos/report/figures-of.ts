import type { ShopClock } from '../../../../../src-shared/pos/report/business-day.ts'
import type { ReportFacts } from '../../../../../src-shared/pos/report/facts.ts'
import { createFigureSums } from '../../../../../src-shared/pos/report/figures.ts'
import type { Figures } from '../../../../../src-shared/pos/report/figures-schema.ts'

/** Returns the figures of a period, computed from all its facts at once. */
export function figuresOf(facts: ReportFacts, clock: ShopClock): Figures {
  const sums = createFigureSums(clock, facts.categories)
  sums.add(facts)
  return sums.figures(facts)
}
