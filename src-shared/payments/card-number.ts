/** Number lengths of each network, by first digits. Visa's obsolete 13 digits are left out: barcodes have as many. */
const networks: readonly { readonly begins: RegExp; readonly lengths: readonly number[] }[] = [
  { begins: /^4/, lengths: [16, 19] },
  { begins: /^(5[0-8]|2[2-7])/, lengths: [16] },
  { begins: /^3[47]/, lengths: [15] },
  { begins: /^3(0[0-5]|09|6|8|9)/, lengths: [14, 16] },
  { begins: /^(6|35|8[12]|220[0-4]|9792)/, lengths: [16] },
  { begins: /^(6[0245]|35|81|5018|5020|5038|5[678]|220[0-4])/, lengths: [17, 18, 19] },
]

export const fewestDigits = 14
export const mostDigits = 19
export const cardNumberLengths = [14, 15, 16, 17, 18, 19] as const
/** Number of leading digits that identify the network. */
const prefixDigits = 4
const prefixes = 10 ** prefixDigits

/** Cache by prefix: one bit for each valid length, and one that marks the prefix as cached. */
const lengthsOfPrefix = new Uint8Array(prefixes)
const known = 1 << 7
const bitOf = (length: number): number =>
  length < fewestDigits || length > mostDigits ? 0 : 1 << (length - fewestDigits)

function lengthsOf(prefix: number): number {
  const found = lengthsOfPrefix[prefix] ?? 0
  if (found !== 0) return found
  const digits = String(prefix).padStart(prefixDigits, '0')
  const lengths = networks.flatMap((network) => (network.begins.test(digits) ? network.lengths : []))
  const bits = lengths.reduce((all, length) => all | bitOf(length), known)
  lengthsOfPrefix[prefix] = bits
  return bits
}

const zero = 48
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9] as const

/** Whether `length` digits from `from` on are a card number: a length of the network, and a valid check digit. */
export type CardNumberAt = (from: number, length: number) => boolean

/**
 * Prepares the test of CardNumberAt, so that each call takes constant time. For each position it stores the valid
 * lengths of numbers that start there, and the running check sums (Luhn, ISO/IEC 7812): once with the digits at even
 * positions doubled, and once with those at odd ones.
 *
 * @param digits ASCII digits only
 */
export function cardNumbersIn(digits: string): CardNumberAt {
  const lengthsAt = new Uint8Array(digits.length + prefixDigits)
  const evenDoubled = new Uint8Array(digits.length + 1)
  const oddDoubled = new Uint8Array(digits.length + 1)
  let prefix = 0
  let even = 0
  let odd = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(at) - zero
    const twice = doubled[digit] ?? 0
    prefix = (prefix * 10 + digit) % prefixes
    if (at >= prefixDigits - 1) lengthsAt[at - prefixDigits + 1] = lengthsOf(prefix)
    even = (even + (at % 2 === 0 ? twice : digit)) % 10
    odd = (odd + (at % 2 === 0 ? digit : twice)) % 10
    evenDoubled[at + 1] = even
    oddDoubled[at + 1] = odd
  }
  return (from, length) => {
    const lengths = lengthsAt[from] ?? 0
    if ((lengths & bitOf(length)) === 0 || from + length > digits.length) return false
    // The last digit is not doubled, so the second to last is.
    const sums = (from + length) % 2 === 0 ? evenDoubled : oddDoubled
    return sums[from] === sums[from + length]
  }
}
