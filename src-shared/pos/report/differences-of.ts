import type { Difference } from './compare.ts'
import type { ServiceCheck } from './z-report.ts'

/** What the service has otherwise; nothing where it was not asked. */
export const differencesOf = (check: ServiceCheck): readonly Difference[] =>
  check.kind === 'checked' ? check.differences : []
