import { hash } from 'node:crypto'

/**
 * Returns the hash that is stored of a key or of a link's token, in hexadecimal. They have 256 random bits, so plain
 * SHA-256 is enough.
 */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex')
