/**
 * A barcode scanner acts as a keyboard that types faster than any person and usually ends with Enter. Pure functions:
 * keys with their times in, their meaning out.
 */
export interface Burst {
  readonly text: string
  /** Times of its first and last key, in ms. */
  readonly from: number
  readonly last: number
}

/** Maximum gap between two keys of one scan, in ms; manual typing is seldom as fast. */
export const scanGap = 50
/** A scan without Enter ends after this time without a key, in ms. */
export const scanSilence = 100
/** Shorter sequences are treated as typed by hand, not scanned. */
export const leastWithEnter = 4
const leastWithoutEnter = 8

/** A scanner also presses these, for capital letters. */
export const modifierKeys: readonly string[] = ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta']

export const noBurst: Burst = { text: '', from: 0, last: Number.NEGATIVE_INFINITY }

const goesOn = (burst: Burst, at: number): boolean => at - burst.last <= scanGap

export const withKey = (burst: Burst, key: string, at: number): Burst =>
  burst.text !== '' && goesOn(burst, at)
    ? { ...burst, text: burst.text + key, last: at }
    : { text: key, from: at, last: at }

/** @returns the barcode that Enter ends; null for an ordinary Enter */
export const endedByEnter = (burst: Burst, at: number): string | null =>
  burst.text.length >= leastWithEnter && goesOn(burst, at) ? burst.text : null

/** @returns the barcode that ended without a further key; null for manual typing */
export const endedBySilence = (burst: Burst): string | null =>
  burst.text.length >= leastWithoutEnter ? burst.text : null
