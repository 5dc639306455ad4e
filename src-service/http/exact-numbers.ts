import { endOfText } from './duplicate-field.ts'

/** Usual bodies have no such digits, and need no more than this look. */
const mayBeInexact = /\d{16}|\d[eE]\+?\d{2}/
/**
 * An integer without fraction and exponent. A fraction is always rounded, as everywhere in JSON. One that is longer is
 * too large for a double; and millions of digits in a row, as a text may have, are too many for a regular expression.
 */
const longInteger = /(?<![\d.eE+])-?\d{16,309}(?![\d.eE])/g
/** A double holds less than 309 digits; nine digits fewer may exceed it with an exponent of one digit. */
const mayBeInfinite = /\d[eE]\+?\d{2}|(?<!\d)\d{300}/

/**
 * Returns the path of the first number that would be stored as another one: an integer that a double cannot hold, such
 * as an id of 64 bits, or a number that is too large for a double. JSON.parse changes both silently.
 * @param text valid JSON @param value the same, parsed
 */
export function pathOfInexactNumber(text: string, value: unknown): string | null {
  if (!mayBeInexact.test(text)) return null
  const inexact = new Set<number>()
  for (const integer of longIntegersIn(text)) {
    const kept = Number(integer)
    if (!Number.isFinite(kept) || BigInt(kept) !== BigInt(integer)) inexact.add(kept)
  }
  if (mayBeInfinite.test(text)) for (const sign of [-1, 1]) inexact.add(sign * Number.POSITIVE_INFINITY)
  return inexact.size === 0 ? null : pathOfOneOf(inexact, value, '')
}

/** The long integers of a JSON text as they are written, without the digits in its texts. */
function* longIntegersIn(text: string): Generator<string> {
  /** Where the text that was looked at last ends. */
  let end = 0
  let quote = text.indexOf('"')
  for (const { 0: integer, index } of text.matchAll(longInteger)) {
    while (quote !== -1 && quote < index) {
      end = endOfText(text, quote)
      quote = text.indexOf('"', end)
    }
    if (end <= index) yield integer
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
