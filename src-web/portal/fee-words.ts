import type { PortalWords } from './context.ts'

/** The kinds of fees that we have words for: keys of `feeType.*` in the language files. */
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

/** What a fee is for, in the reader's language; else by the contract's own name, which is English. */
export function feeText(words: PortalWords, type: string): string {
  if (isKnown(type)) return words(`feeType.${type}`)
  const name = type.toLowerCase().replaceAll('_', ' ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
