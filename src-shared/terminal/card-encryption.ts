import { z } from 'zod'
import type { ServiceKey } from './service-key.ts'

/**
 * Cards travel from the terminal to the service encrypted to the service's public key (ECIES: P-256 ECDH, HKDF-SHA-256,
 * AES-256-GCM), so that nothing in between, above all the POS, sees a card number. Encrypted by Web Crypto, which works
 * in a page, in Node and in Electron. The service decrypts them (its vault, open-card.ts).
 */

export const cardDataSchema = z.object({
  number: z.string().regex(/^\d{12,19}$/),
  /** Both empty when the card's date was not asked for. */
  exp_month: z.string().regex(/^(0[1-9]|1[0-2]|)$/),
  exp_year: z.string().regex(/^(\d{4}|)$/),
  name: z.string().max(100).optional(),
  cvv: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  postal_code: z.string().max(10).optional(),
  pin: z
    .string()
    .regex(/^\d{4,12}$/)
    .optional(),
})
/** Full card data. Lives in memory only between decryption and the vault. */
export type CardData = z.infer<typeof cardDataSchema>

const base64 = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/)

export const encryptedCardSchema = z.object({
  key_id: z.string().max(40),
  /** Base64 of the sender's one-time raw P-256 public key. */
  ephemeral_key: base64(100),
  iv: base64(24),
  ciphertext: base64(1_000),
})
export type EncryptedCard = z.infer<typeof encryptedCardSchema>

/** What a card was read for. It cannot be decrypted for another command, terminal or amount, and hence only once. */
export interface CardBinding {
  /** Id of the read_card or read_manual command; every command has its own id, also after a restart. */
  readonly commandId: string
  readonly hsn: string
  /** The amount that the terminal was asked to show, in cents; null if none. */
  readonly amount: number | null
  readonly currency: string
  /** How the customer was asked for it (card-binding.ts). */
  readonly asked: string
}

/** The additional authenticated data of the message. */
export const bindingBytes = (
  { commandId, hsn, amount, currency, asked }: CardBinding,
  keyId: string,
): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify(['countertop card v3', keyId, commandId, hsn, amount, currency, asked]),
  )

/** `CryptoKey`, written so that the types of every runtime know it. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** The HKDF info from which the message's key is derived. */
export const cardMessagePurpose = 'countertop card v3'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

async function messageKey(ours: Key, theirs: Key, salt: Uint8Array<ArrayBuffer>) {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, ours, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(cardMessagePurpose)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
}

export async function encryptCard(
  card: CardData,
  recipient: Pick<ServiceKey, 'key_id' | 'card_key'>,
  binding: CardBinding,
): Promise<EncryptedCard> {
  const theirs = await crypto.subtle.importKey('raw', fromBase64(recipient.card_key), curve, false, [])
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const ephemeral = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const key = await messageKey(pair.privateKey, theirs, ephemeral)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(card))
  const additionalData = bindingBytes(binding, recipient.key_id)
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain)
  return {
    key_id: recipient.key_id,
    ephemeral_key: toBase64(ephemeral),
    iv: toBase64(iv),
    ciphertext: toBase64(new Uint8Array(ciphertext)),
  }
}
