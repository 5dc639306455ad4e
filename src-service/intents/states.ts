import type { Payment, PaymentStatus } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntentStatus } from '../../src-shared/api/schemas/payment-intent.ts'

/**
 * Sections 3.1 and 3.2, completed in docs/decisions/0009. A card payment:
 *
 *   intent    created ─submit▶ processing ─approve▶ uncaptured ─capture▶ captured
 *                ▲  │               │                   │                    │
 *                │  └─cancel────────┼──────────────▶ cancelled ◀─────────────┘ (voided while unsettled)
 *                └────decline───────┘
 *
 *   payment   processing ─▶ uncaptured | captured | pending | failed
 *             uncaptured ─▶ captured | cancelled        captured ─▶ voided
 *             pending    ─▶ captured | rejected
 *             captured   ─▶ rejected, and the intent failed: the settlement rejects the capture
 *
 * If an operation that a person has resolved as not done took effect after all, it is booked from the payment's current
 * status (repair/). A payment is also `processing` while a capture or void is in progress at the processor
 * (run-follow-up.ts): it then moves to the new status, or back to the previous one when the processor refuses.
 */
const intentMoves: Readonly<Record<PaymentIntentStatus, readonly PaymentIntentStatus[]>> = {
  created: ['processing', 'cancelled'],
  processing: ['created', 'pending', 'uncaptured', 'captured', 'cancelled'],
  pending: ['captured', 'failed'],
  uncaptured: ['processing', 'captured', 'cancelled'],
  captured: ['processing', 'failed', 'cancelled'],
  cancelled: [],
  failed: [],
}

const paymentMoves: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  processing: ['pending', 'uncaptured', 'captured', 'failed', 'cancelled', 'voided'],
  pending: ['captured', 'rejected'],
  uncaptured: ['processing', 'captured', 'cancelled'],
  captured: ['processing', 'rejected', 'voided'],
  cancelled: [],
  voided: [],
  failed: [],
  rejected: [],
}

/** Statuses that an intent shares with its latest payment: both rows move together (attempt.ts). */
const statusesOfBoth: readonly string[] = ['processing', 'pending', 'uncaptured', 'captured']
export const isStatusOfBoth = (status: PaymentIntentStatus): status is PaymentIntentStatus & PaymentStatus =>
  statusesOfBoth.includes(status)

export const intentMayMove = (from: PaymentIntentStatus, to: PaymentIntentStatus): boolean =>
  intentMoves[from].includes(to)

export const paymentMayMove = (from: PaymentStatus, to: PaymentStatus): boolean =>
  paymentMoves[from].includes(to)

/** The amounts of sections 2.2 and 2.3 that the intent mirrors from its payment. */
const totals = [
  'amount_authorized',
  'amount_captured',
  'amount_refunded',
  'amount_voided',
  'amount_disputed',
  'amount_reversed',
  'amount_rejected',
] as const
type Totals = Pick<Payment, (typeof totals)[number]>

export const noTotals: Totals = {
  amount_authorized: 0,
  amount_captured: 0,
  amount_refunded: 0,
  amount_voided: 0,
  amount_disputed: 0,
  amount_reversed: 0,
  amount_rejected: 0,
}

/** There is at most one success per intent, so its totals are those of its latest payment. */
export const totalsOf = (payment: Totals): Totals => ({
  amount_authorized: payment.amount_authorized,
  amount_captured: payment.amount_captured,
  amount_refunded: payment.amount_refunded,
  amount_voided: payment.amount_voided,
  amount_disputed: payment.amount_disputed,
  amount_reversed: payment.amount_reversed,
  amount_rejected: payment.amount_rejected,
})

/** @returns what is wrong with these amounts; null when they are consistent. The database has the same CHECKs. */
export function brokenInvariant(of: Totals & Pick<Payment, 'amount'>): string | null {
  const negative = totals.find((name) => of[name] < 0)
  if (negative !== undefined) return `${negative} is below zero`
  if (of.amount_authorized > of.amount) return 'more is authorized than the amount'
  if (of.amount_captured + of.amount_voided > of.amount_authorized) {
    return 'captured and voided are more than authorized'
  }
  if (of.amount_refunded + of.amount_reversed + of.amount_disputed > of.amount_captured) {
    return 'refunded, reversed and disputed are more than captured'
  }
  return null
}
