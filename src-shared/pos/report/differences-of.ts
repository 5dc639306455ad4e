import type { Difference } from './compare.ts'
import type { ServiceCheck } from './z-report.ts'

/** The differences to the service; empty if it was not asked. */
export const differencesOf = (check: ServiceCheck): readonly Difference[] =>
  check.kind === 'checked' ? check.differences : []
