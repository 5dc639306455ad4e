import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits as text: nobody guesses it, so a plain hash keeps it. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export function isHashOf(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(hash))
}

/** Eight random digits. */
export const newActivationCode = (): string => randomInt(100_000_000).toString().padStart(8, '0')

export const newSalt = (): string => randomBytes(16).toString('base64url')

/** What the vault seals an activation code and the key of a link for: neither opens as another terminal's. */
export const codePurpose = (hsn: string): string => `activation code of ${hsn}`
export const linkKeyPurpose = (hsn: string): string => `link key of ${hsn}`
