import { randomInt, timingSafeEqual } from 'node:crypto'

/** Crockford's alphabet: no letter can be mistaken for a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 100 bits in five groups of four letters, to be written on paper and typed once. */
export const newRecoveryCode = (): string =>
  Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => letters[randomInt(32)]).join('')).join('-')

/** Normalises typed text as it was before hashing: ignores case, spaces, dashes and letters that look like digits. */
export const plainRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** Compares in constant time. */
export function isSameSecret(typed: string, known: string): boolean {
  const [one, other] = [Buffer.from(typed), Buffer.from(known)]
  return one.length === other.length && timingSafeEqual(one, other)
}
