import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

/** AES-256-GCM. Binary parts are base64; the tag is the last 16 bytes of the ciphertext. */
export interface Sealed {
  readonly key_id: string
  readonly iv: string
  readonly ciphertext: string
}

const tagLength = 16

/** @param boundTo authenticated with the text: a sealed text that is moved to another owner cannot be opened. */
export function seal(ring: KeyRing, text: string, boundTo: string): Sealed {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', ring.active.bytes, iv)
  cipher.setAAD(Buffer.from(boundTo))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { key_id: ring.active.id, iv: iv.toString('base64'), ciphertext: ciphertext.toString('base64') }
}

/** @throws when the key is unknown, or the text was changed or bound to something else. */
export function unseal(ring: KeyRing, sealed: Sealed, boundTo: string): string {
  const key = ring.all.find((candidate) => candidate.id === sealed.key_id)
  if (key === undefined) throw new Error(`the vault has no key ${sealed.key_id}`)
  const bytes = Buffer.from(sealed.ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(sealed.iv, 'base64'))
  decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  return decipher.update(bytes.subarray(0, -tagLength), undefined, 'utf8') + decipher.final('utf8')
}

/** Returns the text sealed with the active key; unchanged if it already is. @throws like `unseal`. */
export const resealed = (ring: KeyRing, sealed: Sealed, boundTo: string): Sealed =>
  sealed.key_id === ring.active.id ? sealed : seal(ring, unseal(ring, sealed, boundTo), boundTo)
