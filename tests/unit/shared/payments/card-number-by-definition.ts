import { passesLuhn } from '../../../../src-shared/payments/luhn.ts'

/**
 * A simple and slow definition of a card number: each run of digits is compared with the patterns of the networks. The
 * service's search, which looks at each digit a fixed number of times, must find the same numbers.
 */
const networks: readonly { readonly begins: RegExp; readonly lengths: readonly number[] }[] = [
  { begins: /^4/, lengths: [16, 19] },
  { begins: /^(5[0-8]|2[2-7])/, lengths: [16] },
  { begins: /^3[47]/, lengths: [15] },
  { begins: /^3(0[0-5]|09|6|8|9)/, lengths: [14, 16] },
  { begins: /^(6|35|8[12]|220[0-4]|9792)/, lengths: [16] },
  { begins: /^(6[0245]|35|81|5018|5020|5038|5[678]|220[0-4])/, lengths: [17, 18, 19] },
]

export const isCardNumber = (digits: string): boolean =>
  networks.some(({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits)) &&
  passesLuhn(digits)

const expiry = /^(\d{2}(0[1-9]|1[0-2])|(0[1-9]|1[0-2])\d{2})(\d{3,4})?$/

interface Group {
  readonly digits: string
  readonly gap: string | null
}

/** Expects ASCII digits and separators; does not find track data or chip fields. */
export function holdsNumber(text: string): boolean {
  let end = 0
  const groups: readonly Group[] = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const gap = text.slice(end, index)
    end = index + digits.length
    return { digits, gap: /^[^\p{L}\p{N}+(]{1,3}$/u.test(gap) ? gap : null }
  })
  return groups.some((_, start) =>
    groups.slice(start).some((_, more) => isOneNumber(groups, start, start + more)),
  )
}

function isOneNumber(groups: readonly Group[], start: number, last: number): boolean {
  const own = groups.slice(start, last + 1)
  const digits = own.map((group) => group.digits).join('')
  if (own.length === 1) {
    const withExpiry = [14, 15, 16].some(
      (length) => expiry.test(digits.slice(length)) && isCardNumber(digits.slice(0, length)),
    )
    return isCardNumber(digits) || withExpiry
  }
  const gaps = own.slice(1).map(({ gap }) => gap)
  if (gaps.includes(null) || !isCardNumber(digits)) return false
  const lengths = own.map((group) => group.digits.length)
  const [size = 0] = lengths
  const isEven = lengths.slice(0, -1).every((length) => length === size) && (lengths.at(-1) ?? 0) <= size
  if (isEven || ['4-6-5', '4-6-4', '6-13'].includes(lengths.join('-'))) return true
  const [gap] = gaps
  const isWhole = groups[start]?.gap !== gap && groups[last + 1]?.gap !== gap
  return gap?.length === 1 && isWhole && gaps.every((each) => each === gap)
}
