/** A card's network, by its first digits: determines the mark and the grouping of the digits. */
export interface CardBrand {
  /** The service's name, so that mark and receipt agree. */
  readonly name: 'Visa' | 'Mastercard' | 'Amex' | 'Discover' | 'Diners Club' | 'JCB' | 'UnionPay' | 'Interac'
  readonly lengths: readonly number[]
  readonly groups: readonly number[]
  readonly cvvDigits: number
}

const fours = [4, 4, 4, 4, 3] as const

const brands: readonly (readonly [RegExp, CardBrand])[] = [
  [/^3[47]/, { name: 'Amex', lengths: [15], groups: [4, 6, 5], cvvDigits: 4 }],
  [/^(36|38|39|30[0-5])/, { name: 'Diners Club', lengths: [14, 16], groups: [4, 6, 4, 2], cvvDigits: 3 }],
  [/^35(2[89]|[3-8])/, { name: 'JCB', lengths: [16, 17, 18, 19], groups: fours, cvvDigits: 3 }],
  [/^(6011|64[4-9]|65)/, { name: 'Discover', lengths: [16, 17, 18, 19], groups: fours, cvvDigits: 3 }],
  [/^62/, { name: 'UnionPay', lengths: [16, 17, 18, 19], groups: fours, cvvDigits: 3 }],
  [/^450644/, { name: 'Interac', lengths: [16, 19], groups: fours, cvvDigits: 3 }],
  [
    /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    { name: 'Mastercard', lengths: [16], groups: fours, cvvDigits: 3 },
  ],
  [/^4/, { name: 'Visa', lengths: [16, 19], groups: fours, cvvDigits: 3 }],
]

/** @returns null for an unknown network; such a card may still be valid */
export const brandOf = (number: string): CardBrand | null =>
  brands.find(([range]) => range.test(number))?.[1] ?? null

export const digitsIn = (text: string): string => text.replace(/\D/g, '')

const longestNumber = 19

/** Limits the typed digits to the longest number of the card's network. */
export function cardDigits(text: string): string {
  const digits = digitsIn(text)
  return digits.slice(0, Math.max(...(brandOf(digits)?.lengths ?? [longestNumber])))
}

/** Grouped as printed on the card: `4111 1111 1111 1111`, `3782 822463 10005`. */
export function groupedNumber(digits: string): string {
  const parts: string[] = []
  let at = 0
  for (const length of brandOf(digits)?.groups ?? fours) {
    if (at < digits.length) parts.push(digits.slice(at, at + length))
    at += length
  }
  return parts.join(' ')
}
