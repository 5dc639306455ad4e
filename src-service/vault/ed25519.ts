import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** RFC 8410: the bytes before the 32 bytes of a private key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Uses Node's own signatures: the code with which terminals check them (src-shared/terminal/follows-service-key.ts)
 * also runs in a page, and initializing it takes a fifth of the service's start.
 * @param secret 32 bytes, hex.
 */
const privateKey = (secret: string) =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, Buffer.from(secret, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })

/** @param secret 32 bytes, hex. @returns 32 bytes, hex. */
export const publicHalfOf = (secret: string): string =>
  createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')

/** @param secret 32 bytes, hex. @returns the signature, 64 bytes, hex. */
export const signedWith = (secret: string, message: Uint8Array): string =>
  sign(null, message, privateKey(secret)).toString('hex')
