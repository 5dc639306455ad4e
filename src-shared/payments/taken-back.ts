import type { Fee } from '../api/schemas/fee.ts'
import type { Cents } from '../money.ts'

/** What a customer's bank takes back of a captured payment. */
export const takenBackKinds = ['dispute', 'reversal'] as const
export type TakenBack = (typeof takenBackKinds)[number]

/** @returns of which kind a fee is that stands for what the bank took back (or gave back again); null for a real fee */
export const takenBackOf = ({
  fee_type,
  fee_sub_type,
}: Pick<Fee, 'fee_type' | 'fee_sub_type'>): TakenBack | null =>
  fee_type === 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT' &&
  (fee_sub_type === 'dispute' || fee_sub_type === 'reversal')
    ? fee_sub_type
    : null

/** What the account pays by a fee: below 0 where one is given back, 0 for what a bank took back, which is no fee. */
export const paidByFee = (fee: Pick<Fee, 'fee_type' | 'fee_sub_type' | 'amount' | 'is_refund'>): Cents =>
  takenBackOf(fee) !== null ? 0 : fee.is_refund ? -fee.amount : fee.amount
