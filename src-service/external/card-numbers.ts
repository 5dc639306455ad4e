import { passesLuhn } from '../../src-shared/payments/luhn.ts'

/** Length of the card numbers of each network by their first digits, to find a number inside a longer run of digits. */
const networks: readonly { readonly begins: RegExp; readonly length: number }[] = [
  { begins: /^3[47]/, length: 15 },
  { begins: /^3(0[0-5]|6|8|9)/, length: 14 },
  { begins: /^(35|2[2-7]|4|5[0-8]|6)/, length: 16 },
]

/** Whether a text is a card number and nothing else. */
export const isCardNumber = (text: string): boolean => passesLuhn(text.replace(/[ -]/g, ''))

/** Whether a text contains a card number, whatever characters are between, before and after its digits. */
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
