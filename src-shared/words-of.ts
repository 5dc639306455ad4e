import { normalized } from './normalized.ts'

/** The text in the form used for comparison: in lower case, without accents. */
export const plainText = (text: string): string =>
  normalized(text, 'NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The words of a text in the form used for comparison: runs of letters and digits. */
export const wordsOf = (text: string): readonly string[] => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []
