import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

/** 256 random bits as text: nobody guesses it, so a plain hash keeps it. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export function isHashOf(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(hash))
}

/** Eight random digits. */
export const newActivationCode = (): string => randomInt(100_000_000).toString().padStart(8, '0')

export const newSalt = (): string => randomBytes(16).toString('base64url')

/** The work of scrypt (a power of two) for a code that a person carries: about 50 ms. */
export const carriedCodeWork = 2 ** 14

/** For a code that this process redeems at once, and nobody sees. */
export const ownCodeWork = 2

/** Eight digits are soon tried through against a fast hash: this one is slow on purpose. */
export function slowHashOf(code: string, salt: string, work: number): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(code, salt, 32, { N: work }, (error, key) =>
      error ? reject(error) : resolve(key.toString('base64url')),
    )
  })
}

export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
