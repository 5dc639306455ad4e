import type { Fee } from '../api/schemas/fee.ts'

/** What a customer's bank takes back of a captured payment. */
export type TakenBack = 'dispute' | 'reversal'

/** @returns of which kind a fee is that stands for what the bank took back (or gave back again); null for a real fee */
export const takenBackOf = ({
  fee_type,
  fee_sub_type,
}: Pick<Fee, 'fee_type' | 'fee_sub_type'>): TakenBack | null =>
  fee_type === 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT' &&
  (fee_sub_type === 'dispute' || fee_sub_type === 'reversal')
    ? fee_sub_type
    : null
