/**
 * A barcode scanner is a keyboard that types faster than any hand and ends with Enter, if it ends with anything. Pure:
 * keys and their times in, what they mean out.
 */
export interface Burst {
  readonly text: string
  /** When its first and its last key came, ms. */
  readonly from: number
  readonly last: number
}

/** Keys of one scan follow each other within this, ms; those of a hand seldom do. */
const scanGap = 50
/** A scan without Enter is over after so long, ms. */
export const scanSilence = 100
/** Shorter is a hand that was quick. */
const leastWithEnter = 4
const leastWithoutEnter = 8

export const noBurst: Burst = { text: '', from: 0, last: Number.NEGATIVE_INFINITY }

const goesOn = (burst: Burst, at: number): boolean => at - burst.last <= scanGap

export const withKey = (burst: Burst, key: string, at: number): Burst =>
  burst.text !== '' && goesOn(burst, at)
    ? { ...burst, text: burst.text + key, last: at }
    : { text: key, from: at, last: at }

/** @returns the barcode that Enter ends; null where Enter is just Enter */
export const endedByEnter = (burst: Burst, at: number): string | null =>
  burst.text.length >= leastWithEnter && goesOn(burst, at) ? burst.text : null

/** @returns the barcode that nothing followed; null where a hand typed */
export const endedBySilence = (burst: Burst): string | null =>
  burst.text.length >= leastWithoutEnter ? burst.text : null
