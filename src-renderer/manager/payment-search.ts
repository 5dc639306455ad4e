import type { Cents } from '../../src-shared/money.ts'
import type { PaymentSearch } from '../../src-shared/pos/manager/manager.ts'
import type { Filters, SavedSearch, StatusFilter } from '../../src-shared/pos/manager/payment-filters.ts'
import { dayAfter } from '../../src-shared/pos/report/business-day.ts'
import { typedAmount } from '../i18n/typed-amount.ts'
import { instantsOf, type ShopDay } from './period.ts'

export const noFilters: Filters = {
  reference: '',
  field: 'any',
  status: 'any',
  period: { kind: 'today', from: '', to: '' },
  amount: '',
  amountUpTo: '',
}

/** Whether a filter other than the days is set. */
export const isNarrowed = (filters: Filters): boolean =>
  filters.reference.trim() !== '' || isNarrowedByMore(filters)

/** Whether a filter other than the search text and the days is set. */
export const isNarrowedByMore = ({ reference, field, status, amount, amountUpTo }: Filters): boolean =>
  (field !== 'any' && reference.trim() !== '') ||
  status !== 'any' ||
  amount.trim() !== '' ||
  amountUpTo.trim() !== ''

/** Whether a typed amount cannot be parsed; such an amount is not searched for. */
export const isUnclear = (text: string): boolean => text.trim() !== '' && typedAmount(text) === null

export const isUnclearSearch = ({ amount, amountUpTo }: Filters): boolean =>
  isUnclear(amount) || isUnclear(amountUpTo)

/** @returns the search for main; null while an amount is unclear. */
export function searchOf(filters: Filters, page: number, now: ShopDay): PaymentSearch | null {
  const { reference, field, status, period, amount, amountUpTo } = filters
  if (isUnclearSearch(filters)) return null
  const words = reference.trim()
  return {
    ...(words === '' ? {} : { reference: words }),
    ...(words === '' || field === 'any' ? {} : { field }),
    ...stateOf(status),
    ...amounts(typedAmount(amount), typedAmount(amountUpTo)),
    ...instantsOf(period, now),
    page,
  }
}

function amounts(one: Cents | null, upTo: Cents | null): Pick<PaymentSearch, 'amount_min' | 'amount_max'> {
  if (one === null) return upTo === null ? {} : { amount_max: upTo }
  if (upTo === null) return { amount_min: one, amount_max: one }
  return { amount_min: Math.min(one, upTo), amount_max: Math.max(one, upTo) }
}

function stateOf(
  status: StatusFilter,
): Pick<PaymentSearch, 'status' | 'open' | 'has_refund' | 'payment_status'> {
  if (status === 'any') return {}
  if (status === 'open') return { open: true }
  if (status === 'refunded') return { has_refund: true }
  return status === 'declined' ? { payment_status: 'failed' } : { status }
}

/** Frequent searches, available at one press. */
export const quickSearches = [
  'today',
  'open',
  'uncaptured',
  'held_long',
  'created',
  'processing',
  'refunded',
  'declined',
] as const
export type QuickSearch = (typeof quickSearches)[number]

/** Banks release a hold after about a week; this leaves time to capture it. */
const heldLongDays = 5

export function quickSearch(name: QuickSearch, { today }: Pick<ShopDay, 'today'>): Filters {
  if (name === 'today') return noFilters
  if (name === 'held_long') {
    const to = dayAfter(today, -heldLongDays)
    return { ...noFilters, status: 'uncaptured', period: { kind: 'days', from: '', to } }
  }
  // Held, unpaid and unanswered payments matter until they are settled, whatever their date.
  const kind = name === 'declined' ? 'today' : 'any'
  return { ...noFilters, status: name, period: { kind, from: '', to: '' } }
}

/** Whether two searches look for the same payments, however they were typed. */
export const isSameSearch = (one: Filters, other: Filters): boolean => essence(one) === essence(other)

function essence({ reference, field, status, period, amount, amountUpTo }: Filters): string {
  const words = reference.trim()
  const days = period.kind === 'days' ? [period.from, period.to] : []
  return JSON.stringify([
    ...[words, words === '' ? 'any' : field, status, amount.trim(), amountUpTo.trim()],
    ...[period.kind, ...days],
  ])
}

/** What can be saved: null for a quick search or an unclear one; a saved search can be removed. */
export function keepingOf(
  filters: Filters,
  kept: readonly SavedSearch[],
  now: ShopDay,
): { readonly kind: 'save' } | { readonly kind: 'kept'; readonly name: string } | null {
  const same = kept.find((search) => isSameSearch(search.filters, filters))
  if (same !== undefined) return { kind: 'kept', name: same.name }
  if (isUnclearSearch(filters)) return null
  return quickSearches.some((name) => isSameSearch(quickSearch(name, now), filters)) ? null : { kind: 'save' }
}
