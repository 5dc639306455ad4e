const mostMarks = 30
/** Combining marks, and the two letters that become marks when they are normalized. */
const longRun = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/**
 * Normalizes a text from outside. Sorting marks takes time by the square of their number, a second for a text of 60 KB,
 * so of more than 30 in a row (UAX #15, stream-safe text) the others are left out first. No language has so many.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  (text.length > mostMarks ? text.replace(longRun, '$1') : text).normalize(form)
