import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Returns 256 random bits as text. They cannot be guessed, so a plain hash is enough to store them. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export function isHashOf(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(hash))
}

/** Returns eight random digits. */
export const newActivationCode = (): string => randomInt(100_000_000).toString().padStart(8, '0')

export const newSalt = (): string => randomBytes(16).toString('base64url')

/**
 * Purposes for which the vault seals activation codes and link keys: sealed data cannot be opened for another terminal.
 */
export const codePurpose = (hsn: string): string => `activation code of ${hsn}`
export const linkKeyPurpose = (hsn: string): string => `link key of ${hsn}`
