/** Document types with a name in every language; an underwriter may ask for others. */
export const documentKinds = [
  'BANK_STATEMENT',
  'PHOTO_ID',
  'BUSINESS_LICENSE',
  'VOIDED_CHECK',
  'TAX_LETTER',
  'OTHER',
] as const

/** The title of a type that has no such name: PROOF_OF_ADDRESS becomes Proof of address. */
export function documentTitle(type: string): string {
  const text = type.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
