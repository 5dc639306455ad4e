import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { z } from 'zod'
import {
  type CardBinding,
  type CardData,
  decryptCard,
  type EncryptedCard,
} from '../../src-shared/terminal/card-encryption.ts'
import { randomHex } from '../../src-shared/terminal/proofs.ts'
import {
  type ServiceKey,
  type Succession,
  signSuccessor,
  successionSchema,
} from '../../src-shared/terminal/service-key.ts'
import { readSecretFile, replaceSecretFile, writeSecretFile } from '../secret-file.ts'
import type { KeyRing } from './key-ring.ts'
import { type Sealed, seal, unseal } from './sealed.ts'

/** The pairs that terminals know the service by. The private halves exist only here, wrapped when they rest. */
export interface TerminalKeys {
  readonly publicKey: ServiceKey
  /** How it came after those before it. */
  readonly succession: Succession
  /** @throws when the card was encrypted to another key or for another purpose, or changed on the way. */
  decrypt(message: EncryptedCard, binding: CardBinding): Promise<CardData>
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const cardKeyPurpose = 'terminal card key'
const signingKeyPurpose = 'terminal signing key'

const sealedSchema = z.strictObject({ key_id: z.string(), iv: z.string(), ciphertext: z.string() })
const keyFileSchema = z.strictObject({
  public_key: z.string(),
  private_key: sealedSchema,
  /** Absent in a file of before the link's version 2. */
  signing_key: z.string().optional(),
  signing_private_key: sealedSchema.optional(),
  succession: successionSchema.optional(),
})
type StoredKeyFile = z.infer<typeof keyFileSchema>

interface KeyFile extends StoredKeyFile {
  readonly signing_key: string
  readonly signing_private_key: Sealed
  readonly succession: Succession
}

/**
 * @param path of the key file, made at the first start; null keeps the pairs in memory only.
 * @param rotate puts new pairs in their place, signed by the old ones: activated terminals follow.
 */
export async function loadTerminalKeys(
  ring: KeyRing,
  path: string | null,
  rotate = false,
): Promise<TerminalKeys> {
  const file = await keyFileOf(ring, path, rotate)
  const wrapped = Buffer.from(unseal(ring, file.private_key, cardKeyPurpose), 'base64')
  const privateKey = await crypto.subtle.importKey('pkcs8', wrapped, curve, false, ['deriveBits'])
  const publicKey = serviceKeyOf(file)
  return {
    publicKey,
    succession: file.succession,
    async decrypt(message, binding) {
      if (message.key_id !== publicKey.key_id) {
        throw new Error(`the card was encrypted to ${message.key_id}, not to ${publicKey.key_id}`)
      }
      return decryptCard(message, privateKey, binding)
    },
  }
}

async function keyFileOf(ring: KeyRing, path: string | null, rotate: boolean): Promise<KeyFile> {
  const read = path === null ? null : readKeyFile(path)
  if (path === null || read === null) {
    const file = await newKeyFile(ring, [])
    if (path !== null) writeSecretFile(path, textOf(file))
    return file
  }
  const complete = withSigningKey(ring, read)
  const file = rotate ? await successorOf(ring, complete) : complete
  if (rotate || read.signing_key === undefined) replaceSecretFile(path, textOf(file))
  return file
}

const textOf = (file: KeyFile): string => `${JSON.stringify(file)}\n`

const serviceKeyOf = ({
  public_key,
  signing_key,
}: Pick<KeyFile, 'public_key' | 'signing_key'>): ServiceKey => ({
  key_id: `tk_${createHash('sha256').update(public_key).update(signing_key).digest('hex').slice(0, 12)}`,
  card_key: public_key,
  signing_key,
})

function readKeyFile(path: string): StoredKeyFile | null {
  const text = readSecretFile(path)
  return text === null ? null : keyFileSchema.parse(JSON.parse(text))
}

async function newKeyFile(ring: KeyRing, former: Succession): Promise<KeyFile> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64')
  const privateKey = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64')
  return withSigningKey(ring, {
    public_key: publicKey,
    private_key: seal(ring, privateKey, cardKeyPurpose),
    succession: former,
  })
}

function withSigningKey(ring: KeyRing, file: StoredKeyFile): KeyFile {
  const { signing_key, signing_private_key, succession = [] } = file
  if (signing_key !== undefined && signing_private_key !== undefined) {
    return { ...file, signing_key, signing_private_key, succession }
  }
  const secret = randomHex(32)
  const made = bytesToHex(ed25519.getPublicKey(hexToBytes(secret)))
  const complete = {
    ...file,
    signing_key: made,
    signing_private_key: seal(ring, secret, signingKeyPurpose),
  }
  return { ...complete, succession: [...succession, { key: serviceKeyOf(complete), signature: '' }] }
}

async function successorOf(ring: KeyRing, file: KeyFile): Promise<KeyFile> {
  const next = await newKeyFile(ring, file.succession)
  const signingKey = unseal(ring, file.signing_private_key, signingKeyPurpose)
  const key = serviceKeyOf(next)
  const signature = signSuccessor(key, signingKey)
  // Long chains are cut at their old end: a terminal that was away for so long is activated anew.
  return { ...next, succession: [...file.succession, { key, signature }].slice(-longestSuccession) }
}

const longestSuccession = 20
