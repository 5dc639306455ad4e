/**
 * The formats of read_input, case-sensitive: PHONE, AMOUNT, MMYY, `Nx[,y]` digits and `ANx[,y]` letters and digits. `x`
 * alone is the exact length, `x,y` the shortest and the longest; at most 32.
 */
export interface InputFormat {
  readonly letters: boolean
  readonly shortest: number
  readonly longest: number
  /** Whether a text of a valid length is complete. */
  fits(text: string): boolean
  /** The text as shown to the customer during typing. */
  shown(text: string): string
}

const longestInput = 32
const plain = (text: string): string => text
const always = () => true

const named: Readonly<Record<string, InputFormat>> = {
  PHONE: { letters: false, shortest: 10, longest: 10, fits: always, shown: phone },
  AMOUNT: { letters: false, shortest: 1, longest: 9, fits: always, shown: amount },
  MMYY: {
    letters: false,
    shortest: 4,
    longest: 4,
    fits: (text) => isMonth(text.slice(0, 2)),
    shown: monthAndYear,
  },
}

/** @returns null for an unknown format. */
export function inputFormat(format: string): InputFormat | null {
  const known = named[format]
  if (known !== undefined) return known
  const match = /^(N|AN)(\d{1,2})(?:,(\d{1,2}))?$/.exec(format)
  if (match === null) return null
  const shortest = Number(match[2])
  const longest = Number(match[3] ?? match[2])
  if (longest < 1 || shortest > longest || longest > longestInput) return null
  return { letters: match[1] === 'AN', shortest, longest, fits: always, shown: plain }
}

export const isMonth = (text: string): boolean => /^(0[1-9]|1[0-2])$/.test(text)

/** Formats 1228 as 12/28. */
export function monthAndYear(text: string): string {
  return text.length > 2 ? `${text.slice(0, 2)}/${text.slice(2)}` : text
}

function phone(text: string): string {
  if (text.length <= 3) return text
  if (text.length <= 6) return `(${text.slice(0, 3)}) ${text.slice(3)}`
  return `(${text.slice(0, 3)}) ${text.slice(3, 6)}-${text.slice(6)}`
}

function amount(text: string): string {
  const cents = text.padStart(3, '0')
  return `${cents.slice(0, -2).replace(/^0+(?=\d)/, '')}.${cents.slice(-2)}`
}
