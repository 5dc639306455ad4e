import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Cents } from '../../src-shared/money.ts'
import { takenBackOf } from '../../src-shared/payments/taken-back.ts'
import type { PortalWords } from './context.ts'

/** The types of fees that have texts: keys of `feeType.*` in the language files. */
export const knownFees = [
  'APPLICATION',
  'BATCH',
  'CHARGEBACK',
  'INTERCHANGE',
  'PLATFORM',
  'TOKEN',
  'PROCESSING',
  'REJECT_FEE',
  'REVERSAL_FEE',
  'RETURN_FEE',
  'GATEWAY_FEE',
  'MONTHLY_MINIMUM',
  'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT',
] as const
type KnownFee = (typeof knownFees)[number]

const isKnown = (type: string): type is KnownFee => (knownFees as readonly string[]).includes(type)

/** The purpose of a fee, in the reader's language; an unknown type keeps the contract's English name. */
export function feeText(words: PortalWords, type: string): string {
  if (isKnown(type)) return words(`feeType.${type}`)
  const name = type.toLowerCase().replaceAll('_', ' ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** Name of a fee in the list: for a reversal by the bank in the reader's language, else the fee's own description. */
export function feeName(
  words: PortalWords,
  fee: Pick<Fee, 'fee_type' | 'fee_sub_type' | 'description'>,
): string {
  const taken = takenBackOf(fee)
  return taken === null ? (fee.description ?? feeText(words, fee.fee_type)) : words(`takenBack.${taken}`)
}

/** Effect of a fee on the payout, with the same sign as in the settlement above it. */
export const payoutByFee = ({ amount, is_refund }: Pick<Fee, 'amount' | 'is_refund'>): Cents =>
  is_refund ? amount : -amount
