import { endOfText } from './duplicate-field.ts'

/** Usual bodies have no such digits, and need no more than this look. */
const mayBeInexact = /\d{16}|\d[eE]\+?\d{2}/
/**
 * A number without exponent, of many digits before its fraction. One that is longer is too large for a double; and
 * millions of digits in a row, as a text may have, are too many for a regular expression.
 */
const longNumber = /(?<![\d.eE+])-?\d{16,309}(?:\.\d+)?(?![\d.eE])/g
/** A double holds less than 309 digits; nine digits fewer may exceed it with an exponent of one digit. */
const mayBeInfinite = /\d[eE]\+?\d{2}|(?<!\d)\d{300}/

/**
 * Returns the path of the first number that would be stored as another one: an integer that a double cannot hold, such
 * as an id of 64 bits, a number that is too large for a double, or one so large that its fraction is lost: an amount of
 * 4503599627370497.5 would pass as an integer. JSON.parse changes all of them silently.
 * @param text valid JSON @param value the same, parsed
 */
export function pathOfInexactNumber(text: string, value: unknown): string | null {
  if (!mayBeInexact.test(text)) return null
  const inexact = new Set<number>()
  for (const number of longNumbersIn(text)) if (!isKept(number)) inexact.add(Number(number))
  if (mayBeInfinite.test(text)) for (const sign of [-1, 1]) inexact.add(sign * Number.POSITIVE_INFINITY)
  return inexact.size === 0 ? null : pathOfOneOf(inexact, value, '')
}

/** Whether a double holds the number. It may round a fraction, as everywhere in JSON, but not lose it. */
function isKept(number: string): boolean {
  const kept = Number(number)
  if (!Number.isFinite(kept)) return false
  const [integer = '', fraction = ''] = number.split('.')
  return /[1-9]/.test(fraction) ? !Number.isInteger(kept) : BigInt(kept) === BigInt(integer)
}

/** The long numbers of a JSON text as they are written, without the digits in its texts. */
function* longNumbersIn(text: string): Generator<string> {
  /** Where the text that was looked at last ends. */
  let end = 0
  let quote = text.indexOf('"')
  for (const { 0: number, index } of text.matchAll(longNumber)) {
    while (quote !== -1 && quote < index) {
      end = endOfText(text, quote)
      quote = text.indexOf('"', end)
    }
    if (end <= index) yield number
  }
}

function pathOfOneOf(numbers: ReadonlySet<number>, value: unknown, path: string): string | null {
  if (typeof value === 'number') return numbers.has(value) ? path || 'body' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = pathOfOneOf(numbers, inner, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}
