import type { Cents } from '../../src-shared/money.ts'
import type { PaymentSearch, WordField } from '../../src-shared/pos/manager.ts'
import { typedAmount } from '../i18n/typed-amount.ts'
import { instantsOf, type Period } from './period.ts'

/** What can be asked for by state; `refunded` is any payment of which something went back. */
export const statusFilters = [
  'any',
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

/** The filters as they stand on the screen, amounts as they are written. */
export interface Filters {
  readonly reference: string
  readonly field: WordField | 'any'
  readonly status: StatusFilter
  readonly period: Period
  /** Alone: exactly this. With the other: from this on. */
  readonly amount: string
  readonly amountUpTo: string
}

export const noFilters: Filters = {
  reference: '',
  field: 'any',
  status: 'any',
  period: { kind: 'today', from: '', to: '' },
  amount: '',
  amountUpTo: '',
}

/** Whether anything but the days narrows the list. */
export const isNarrowed = ({ reference, status, amount, amountUpTo }: Filters): boolean =>
  reference.trim() !== '' || status !== 'any' || amount.trim() !== '' || amountUpTo.trim() !== ''

/** Which written amount cannot be understood; it is not searched for. */
export const isUnclear = (text: string): boolean => text.trim() !== '' && typedAmount(text) === null

/** @returns what to ask of main; null while an amount is unclear. */
export function searchOf(filters: Filters, page: number, now: Date): PaymentSearch | null {
  const { reference, field, status, period, amount, amountUpTo } = filters
  if (isUnclear(amount) || isUnclear(amountUpTo)) return null
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

function stateOf(status: StatusFilter): Pick<PaymentSearch, 'status' | 'has_refund' | 'payment_status'> {
  if (status === 'any') return {}
  if (status === 'refunded') return { has_refund: true }
  return status === 'declined' ? { payment_status: 'failed' } : { status }
}

/** What is looked for again and again, at one press. */
export const quickSearches = ['today', 'uncaptured', 'created', 'processing', 'refunded', 'declined'] as const
export type QuickSearch = (typeof quickSearches)[number]

export function quickSearch(name: QuickSearch): Filters {
  if (name === 'today') return noFilters
  // What is held, not paid or not answered is asked about until it is, whenever it was sold.
  const kind = name === 'declined' ? 'today' : 'any'
  return { ...noFilters, status: name, period: { kind, from: '', to: '' } }
}
