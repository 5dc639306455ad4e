import type { WordField } from './manager.ts'

/** What can be asked for by state: `open` is what waits for somebody, `refunded` any of which something went back. */
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

/** Which days are looked at; `from` and `to` (YYYY-MM-DD, either may be empty) count for `days` only. */
export interface Period {
  readonly kind: PeriodKind
  readonly from: string
  readonly to: string
}

/** The filters of the list of payments as they stand on the screen, amounts as they are written. */
export interface Filters {
  readonly reference: string
  readonly field: WordField | 'any'
  readonly status: StatusFilter
  readonly period: Period
  /** Alone: exactly this. With the other: from this on. */
  readonly amount: string
  readonly amountUpTo: string
}

/** A search that somebody keeps under a name, to be opened again at one press. */
export interface SavedSearch {
  readonly name: string
  readonly filters: Filters
}

/** So many each person keeps at a counter. */
export const mostSavedSearches = 20
/** Letters of a name. */
export const longestSearchName = 40
