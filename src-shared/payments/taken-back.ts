import type { Fee } from '../api/schemas/fee.ts'
import type { Cents } from '../money.ts'

/** The ways in which a customer's bank takes back a captured payment. */
export const takenBackKinds = ['dispute', 'reversal'] as const
export type TakenBack = (typeof takenBackKinds)[number]

/** @returns the kind, if the fee represents money that the bank took back (or returned); null for a real fee */
export const takenBackOf = ({
  fee_type,
  fee_sub_type,
}: Pick<Fee, 'fee_type' | 'fee_sub_type'>): TakenBack | null =>
  fee_type === 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT' &&
  (fee_sub_type === 'dispute' || fee_sub_type === 'reversal')
    ? fee_sub_type
    : null

/** What the account pays by a fee, in cents: negative for a refunded fee, 0 for money that a bank took back. */
export const paidByFee = (fee: Pick<Fee, 'fee_type' | 'fee_sub_type' | 'amount' | 'is_refund'>): Cents =>
  takenBackOf(fee) !== null ? 0 : fee.is_refund ? -fee.amount : fee.amount
