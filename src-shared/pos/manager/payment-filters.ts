import type { WordField } from './manager.ts'

/** Filters by state: `open`: waits for a person or an answer; `refunded`: refunded in full or in part. */
export const statusFilters = [
  'any',
  'open',
  'captured',
  'uncaptured',
  'refunded',
  'declined',
  'created',
  'cancelled',
  'processing',
  'pending',
  'failed',
] as const
export type StatusFilter = (typeof statusFilters)[number]

export const periodKinds = ['today', 'yesterday', 'week', 'any', 'days'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** The days to show; `from` and `to` (YYYY-MM-DD, either may be empty) count only for `days`. */
export interface Period {
  readonly kind: PeriodKind
  readonly from: string
  readonly to: string
}

/** The filters of the list of payments as entered on the screen, including amounts as text. */
export interface Filters {
  readonly reference: string
  readonly field: WordField | 'any'
  readonly status: StatusFilter
  readonly period: Period
  /** Alone: exactly this amount. With amountUpTo: the minimum. */
  readonly amount: string
  readonly amountUpTo: string
}

/** A named search that can be opened again. */
export interface SavedSearch {
  readonly name: string
  readonly filters: Filters
}

/** Maximum number of saved searches per person at a counter. */
export const mostSavedSearches = 20
/** Maximum length of a name, in letters. */
export const longestSearchName = 40
