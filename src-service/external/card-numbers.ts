import { passesLuhn } from '../../src-shared/payments/luhn.ts'

/** How long the numbers of each network are, by their first digits: where a number hides inside a longer run. */
const networks: readonly { readonly begins: RegExp; readonly length: number }[] = [
  { begins: /^3[47]/, length: 15 },
  { begins: /^3(0[0-5]|6|8|9)/, length: 14 },
  { begins: /^(35|2[2-7]|4|5[0-8]|6)/, length: 16 },
]

/** A text that is nothing but a card number. */
export const isCardNumber = (text: string): boolean => passesLuhn(text.replace(/[ -]/g, ''))

/** Whatever stands between its digits, and before and after them. */
export function holdsCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (isCardNumber(digits)) return true
  return [...digits].some((_, start) =>
    networks.some(({ begins, length }) => {
      const candidate = digits.slice(start, start + length)
      return candidate.length === length && begins.test(candidate) && passesLuhn(candidate)
    }),
  )
}
