import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  type CardData,
  decryptCard,
  type EncryptedCard,
  type ServicePublicKey,
} from '../../src-shared/terminal/card-encryption.ts'
import { type KeyRing, writeSecretFile } from './key-ring.ts'
import { seal, unseal } from './sealed.ts'

/** The pair that terminals encrypt cards to. The private half exists only here, wrapped when it rests. */
export interface TerminalKeys {
  readonly publicKey: ServicePublicKey
  /** @throws when the card was encrypted to another key, or changed on the way. */
  decrypt(message: EncryptedCard): Promise<CardData>
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const boundTo = 'terminal card key'

const keyFileSchema = z.strictObject({
  public_key: z.string(),
  private_key: z.strictObject({ key_id: z.string(), iv: z.string(), ciphertext: z.string() }),
})
type KeyFile = z.infer<typeof keyFileSchema>

/** @param path of the key file, made at the first start; null keeps the pair in memory only. */
export async function loadTerminalKeys(ring: KeyRing, path: string | null): Promise<TerminalKeys> {
  const file = (path === null ? null : readKeyFile(path)) ?? (await newKeyFile(ring, path))
  const wrapped = Buffer.from(unseal(ring, file.private_key, boundTo), 'base64')
  const privateKey = await crypto.subtle.importKey('pkcs8', wrapped, curve, false, ['deriveBits'])
  const publicKey: ServicePublicKey = { key_id: keyIdOf(file.public_key), key: file.public_key }
  return {
    publicKey,
    async decrypt(message) {
      if (message.key_id !== publicKey.key_id) {
        throw new Error(`the card was encrypted to ${message.key_id}, not to ${publicKey.key_id}`)
      }
      return decryptCard(message, privateKey)
    },
  }
}

const keyIdOf = (publicKey: string): string =>
  `tk_${createHash('sha256').update(publicKey).digest('hex').slice(0, 12)}`

function readKeyFile(path: string): KeyFile | null {
  try {
    return keyFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function newKeyFile(ring: KeyRing, path: string | null): Promise<KeyFile> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64')
  const privateKey = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64')
  const file: KeyFile = { public_key: publicKey, private_key: seal(ring, privateKey, boundTo) }
  if (path !== null) writeSecretFile(path, `${JSON.stringify(file)}\n`)
  return file
}
