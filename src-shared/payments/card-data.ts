import { normalized } from '../normalized.ts'
import {
  type CardNumberAt,
  cardNumberLengths,
  cardNumbersIn,
  fewestDigits,
  mostDigits,
} from './card-number.ts'
import { passesLuhn } from './luhn.ts'

/**
 * PCI DSS 3.3 and 3.5: card numbers, and track or chip data, must not be stored in clear text. They get in through free
 * text: a number typed into a note, a track in a field of a faulty terminal. Every free text is checked here before it
 * is stored. Text with card data is refused, not masked, because masking can be circumvented.
 */

/** Whether a free text contains a card number, in any digits and with any separators, or a track of a card. */
export function holdsCardData(text: string): boolean {
  if (!mayHoldCardData(text)) return false
  const plain = plainDigits(text)
  return holdsTrack(plain) || holdsChipField(plain) || holdsNumber(plain)
}

/** Whether there are at least fourteen digits, of any script; most texts do not have them. */
function mayHoldCardData(text: string): boolean {
  if (text.length < fewestDigits) return false
  return (text.match(/[\p{N}]/gu)?.length ?? 0) >= fewestDigits
}

/**
 * Converts digits of every script to ASCII, decodes URL escapes, and removes invisible characters and marks that may
 * stand between digits.
 */
function plainDigits(text: string): string {
  const decoded = text.replace(/%([0-9A-F]{2})/gi, (escaped, hex: string) => asciiOf(hex) ?? escaped)
  return normalized(decoded, 'NFKC')
    .replace(/[\p{Cf}\p{Mn}\p{Cc}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(uuid, ' id ')
}

/**
 * RFC 9562, with version and variant in their places: its last groups can look like a number by chance. A prefix may
 * precede it, as in `item_`, whose underscore counts as a letter for \b.
 */
const uuid = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-f])/gi

function asciiOf(hex: string): string | null {
  const code = Number.parseInt(hex, 16)
  return code < 0x80 ? String.fromCharCode(code) : null
}

const asciiDigits = new Map<string, string>()

/** Unicode has the decimal digits of every script in runs of ten, from zero to nine. */
function asciiDigit(digit: string): string {
  const found = asciiDigits.get(digit)
  if (found !== undefined) return found
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1
  const ascii = String((code - first) % 10)
  asciiDigits.set(digit, ascii)
  return ascii
}

/** Tracks 1 and 2 (ISO/IEC 7813). The shape alone is enough: the number on a stripe may have no check digit. */
const tracks = [/B\d{12,19}\^[^^]{2,26}\^\d{4}/i, /(?<!\d)\d{12,19}=\d{7}/]
const holdsTrack = (text: string): boolean => tracks.some((track) => track.test(text))

/**
 * Whether bytes in hexadecimal contain a card number, either as digits, anywhere among other digits, or as ASCII text.
 * Such a field has no separators, so a number may start at any digit.
 */
export function holdsCardInHex(hex: string): boolean {
  const packed = hex.match(/\d{14,}/g) ?? []
  const inDigits = packed.some((digits) => {
    const isCardNumber = cardNumbersIn(digits)
    return [...digits].some((_, start) => cardNumberLengths.some((length) => isCardNumber(start, length)))
  })
  if (inDigits) return true
  const text = hex.replace(/../g, (pair) => asciiOf(pair) ?? ' ')
  return holdsCardData(hex) || holdsCardData(text)
}

/** The number (5A) and track 2 (57) of a chip as hex: tag, length in bytes, value. */
const chipFields = /5A(?:0[7-9]|0A)(\d{14,19})|57(?:0[9A-F]|1[0-3])(\d{12,19})D\d{4}/gi
function holdsChipField(text: string): boolean {
  return [...text.matchAll(chipFields)].some(([, number, track]) => {
    const digits = number ?? track ?? ''
    return prefixesOf(digits).some(passesLuhn)
  })
}
const prefixesOf = (digits: string): string[] =>
  cardNumberLengths.filter((length) => length <= digits.length).map((length) => digits.slice(0, length))

interface Group {
  readonly digits: string
  /** The index of its first digit among all digits of the text. */
  readonly from: number
  /** The separator between this group and the one before it; null if there are words in between. */
  readonly gap: string | null
}

/** Up to three characters that are not letters. A plus or a bracket starts a telephone number. */
const separator = /^[^\p{L}\p{N}+(]{1,3}$/u
/** Three characters, each of which may take two UTF-16 units. */
const longestGap = 6

function groupsOf(text: string): Group[] {
  let end = 0
  let from = 0
  return [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const gap = text.slice(end, index)
    end = index + digits.length
    from += digits.length
    return {
      digits,
      from: from - digits.length,
      gap: gap.length <= longestGap && separator.test(gap) ? gap : null,
    }
  })
}

/**
 * A card number consists of whole groups of digits: either grouped like a card, with any separators, or in any grouping
 * if one separator stands between all groups and the number is all there is. Otherwise two adjacent telephone numbers,
 * or a date and a time, would count as a card in one case of ten.
 */
function holdsNumber(text: string): boolean {
  const groups = groupsOf(text)
  const all = groups.map(({ digits }) => digits).join('')
  const isCardNumber = cardNumbersIn(all)
  return groups.some((_, start) => startsNumber(groups, isCardNumber, start))
}

/** @param isCardNumber for the digits of all groups */
function startsNumber(groups: readonly Group[], isCardNumber: CardNumberAt, start: number): boolean {
  const first = groups[start]
  if (first === undefined) return false
  if (isCardNumber(first.from, first.digits.length) || startsWithNumberAndExpiry(first, isCardNumber))
    return true
  let length = first.digits.length
  for (let next = start + 1; length < mostDigits; next += 1) {
    const group = groups[next]
    if (group === undefined || group.gap === null) return false
    length += group.digits.length
    if (length < fewestDigits) continue
    if (isCardNumber(first.from, length) && mayBeOneNumber(groups, start, next)) return true
  }
  return false
}

const mayBeOneNumber = (groups: readonly Group[], start: number, last: number): boolean =>
  isCardGrouping(groups.slice(start, last + 1)) || isWholeSequence(groups, start, last)

/** 4-4-4-4, digit by digit, in pairs; 4-6-5 and 4-6-4; 6-13. */
function isCardGrouping(groups: readonly Group[]): boolean {
  const lengths = groups.map(({ digits }) => digits.length)
  const [size = 0] = lengths
  const last = lengths.at(-1) ?? 0
  if (lengths.slice(0, -1).every((length) => length === size) && last <= size) return true
  return ['4-6-5', '4-6-4', '6-13'].includes(lengths.join('-'))
}

/** Whether one single-character separator joins the groups from start to last, but not the groups around them. */
function isWholeSequence(groups: readonly Group[], start: number, last: number): boolean {
  const gap = groups[start + 1]?.gap
  if (gap?.length !== 1 || groups[start]?.gap === gap || groups[last + 1]?.gap === gap) return false
  return groups.slice(start + 1, last + 1).every((group) => group.gap === gap)
}

/** Whether a number is followed by its expiry date and security code without separators, as some programs do. */
function startsWithNumberAndExpiry({ digits, from }: Group, isCardNumber: CardNumberAt): boolean {
  if (digits.length < 14 + 4 || digits.length > 16 + 8) return false
  return [14, 15, 16].some(
    (length) =>
      /^(\d{2}(0[1-9]|1[0-2])|(0[1-9]|1[0-2])\d{2})(\d{3,4})?$/.test(digits.slice(length)) &&
      isCardNumber(from, length),
  )
}

/** Objects whose fields the client chooses. Only their numbers may be card numbers; others are amounts or counts. */
const openObjects: ReadonlySet<string> = new Set([
  'user_fields',
  'order_details',
  'payment_data',
  'meta_data',
])

/** Other characters than digits, as in 1e21 and 1.5, rule out a card. */
function isNumberOfCard(value: number): boolean {
  const digits = String(Math.abs(value))
  if (digits.length < fewestDigits || digits.length > mostDigits) return false
  return /^\d+$/.test(digits) && cardNumbersIn(digits)(0, digits.length)
}

/**
 * Finds the first text within a JSON value that contains card data. In open objects, field names and numbers are
 * checked, too.
 * @param except paths that are not searched
 * @param exceptNames names of fields that are not searched, at any depth
 * @returns its path, such as `user_fields.note`; null if there is none
 */
export function cardDataPath(
  value: unknown,
  { except = [], exceptNames }: { readonly except?: readonly string[]; readonly exceptNames?: RegExp } = {},
): string | null {
  const search = (inner: unknown, at: string, open: boolean): string | null => {
    if (except.includes(at)) return null
    if (typeof inner === 'string') return holdsCardData(inner) ? at : null
    if (typeof inner === 'number') return open && isNumberOfCard(inner) ? at : null
    if (typeof inner !== 'object' || inner === null) return null
    for (const [name, field] of Object.entries(inner)) {
      // Returns the path of the parent, since the field name is the card number.
      if (open && holdsCardData(name)) return at
      if (exceptNames?.test(name)) continue
      const found = search(field, at === '' ? name : `${at}.${name}`, open || openObjects.has(name))
      if (found !== null) return found
    }
    return null
  }
  return search(value, '', false)
}
