/** A text as it is compared: without capitals and accents. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The words of a text, runs of letters and digits, as they are compared. */
export const wordsOf = (text: string): readonly string[] => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []
