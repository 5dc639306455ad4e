import { hash } from 'node:crypto'

/** What is kept of a key or of the token in a link: 256 random bits nobody guesses, so a plain SHA-256 will do. Hexadecimal. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex')
