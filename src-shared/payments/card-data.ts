import {
  type CardNumberAt,
  cardNumberLengths,
  cardNumbersIn,
  fewestDigits,
  mostDigits,
} from './card-number.ts'
import { passesLuhn } from './luhn.ts'

/**
 * PCI DSS 3.3 and 3.5: a card number, or what a magnetic stripe or a chip holds of it, must not be kept in the clear.
 * Free text is where it gets in: a number typed into a note, a track in a field of a faulty terminal. Every free text
 * is checked here before it is stored; what holds card data is refused, never masked, because a mask can be passed.
 */

/** Whether a free text holds a card number, however its digits are written and separated, or a track of a card. */
export function holdsCardData(text: string): boolean {
  if (!mayHoldCardData(text)) return false
  const plain = plainDigits(text)
  return holdsTrack(plain) || holdsChipField(plain) || holdsNumber(plain)
}

/** Fourteen digits of any script at least; most texts end here. */
function mayHoldCardData(text: string): boolean {
  if (text.length < fewestDigits) return false
  return (text.match(/[\p{N}]/gu)?.length ?? 0) >= fewestDigits
}

/**
 * Digits of every script as ASCII, without the invisible characters and the marks that may stand between them; what
 * was escaped for a URL as itself.
 */
function plainDigits(text: string): string {
  return text
    .replace(/%([0-9A-F]{2})/gi, (escaped, hex: string) => asciiOf(hex) ?? escaped)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\p{Cc}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(uuid, ' id ')
}

/**
 * RFC 9562: version and variant are at their places. Its last groups can look like a number by chance. A prefix may stand
 * before it, as in `item_`, whose underscore is a letter to \b.
 */
const uuid = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-f])/gi

function asciiOf(hex: string): string | null {
  const code = Number.parseInt(hex, 16)
  return code < 0x80 ? String.fromCharCode(code) : null
}

const asciiDigits = new Map<string, string>()

/** Unicode keeps the decimal digits of every script in runs of ten, from nought to nine. */
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

/** Tracks 1 and 2 (ISO/IEC 7813). Their shape is proof enough: a stripe may hold a number without a check digit. */
const tracks = [/B\d{12,19}\^[^^]{2,26}\^\d{4}/i, /(?<!\d)\d{12,19}=\d{7}/]
const holdsTrack = (text: string): boolean => tracks.some((track) => track.test(text))

/**
 * Whether bytes that are written as hexadecimal text hold a card number, digit by digit, anywhere among other digits, or
 * as the text of one. Such a field has no separators: whatever begins like a card there may be one.
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
  /** Its place among all digits of the text. */
  readonly from: number
  /** What stands between it and the group before it; null when that is no separator, but words. */
  readonly gap: string | null
}

/** No letter, and short: what is put between the groups of a number. With a plus or a bracket a telephone's begins. */
const separator = /^[^\p{L}\p{N}+(]{1,3}$/u
/** Of three characters, each of which may take two of UTF-16. */
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
 * A number is whole groups of digits: a card's in the grouping of cards with any separators, or in any grouping when
 * the same separator stands between all of them and the number is all there is. Otherwise two telephone numbers beside
 * each other, or a date beside a time, would be a card in one case of ten.
 */
function holdsNumber(text: string): boolean {
  const groups = groupsOf(text)
  const all = groups.map(({ digits }) => digits).join('')
  const isCardNumber = cardNumbersIn(all)
  return groups.some((_, start) => startsNumber(groups, isCardNumber, start))
}

/** @param isCardNumber of the digits of all groups */
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

/** The groups from start to last have one separator of one character, which goes on neither before nor after them. */
function isWholeSequence(groups: readonly Group[], start: number, last: number): boolean {
  const gap = groups[start + 1]?.gap
  if (gap?.length !== 1 || groups[start]?.gap === gap || groups[last + 1]?.gap === gap) return false
  return groups.slice(start + 1, last + 1).every((group) => group.gap === gap)
}

/** A number with its expiry date and security code behind it, as some programs write a card: digits and no separator. */
function startsWithNumberAndExpiry({ digits, from }: Group, isCardNumber: CardNumberAt): boolean {
  if (digits.length < 14 + 4 || digits.length > 16 + 8) return false
  return [14, 15, 16].some(
    (length) =>
      /^(\d{2}(0[1-9]|1[0-2])|(0[1-9]|1[0-2])\d{2})(\d{3,4})?$/.test(digits.slice(length)) &&
      isCardNumber(from, length),
  )
}

/** Objects whose fields a client chooses: only there a number may be anything. Elsewhere it is an amount or a count. */
const openObjects: ReadonlySet<string> = new Set([
  'user_fields',
  'order_details',
  'payment_data',
  'meta_data',
])

/** 1e21 and 1.5 hold other characters than digits. */
function isNumberOfCard(value: number): boolean {
  const digits = String(Math.abs(value))
  if (digits.length < fewestDigits || digits.length > mostDigits) return false
  return /^\d+$/.test(digits) && cardNumbersIn(digits)(0, digits.length)
}

/**
 * The first text within a JSON value that holds card data; in open objects names of fields count as well, and so do
 * numbers.
 * @param except paths that are not looked into
 * @param exceptNames names of fields that are not looked into, wherever they are
 * @returns its path, such as `user_fields.note`; null when there is none
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
      // The name itself is not quoted: it is the card.
      if (open && holdsCardData(name)) return at
      if (exceptNames?.test(name)) continue
      const found = search(field, at === '' ? name : `${at}.${name}`, open || openObjects.has(name))
      if (found !== null) return found
    }
    return null
  }
  return search(value, '', false)
}
