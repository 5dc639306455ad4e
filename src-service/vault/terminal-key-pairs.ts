import { createHash } from 'node:crypto'
import { z } from 'zod'
import { randomHex } from '../../src-shared/terminal/proofs.ts'
import {
  type ServiceKey,
  successionSchema,
  successionStatement,
} from '../../src-shared/terminal/service-key.ts'
import { publicHalfOf, signedWith } from './ed25519.ts'
import type { KeyRing } from './key-ring.ts'
import { resealed, seal, unseal } from './sealed.ts'

const cardKeyCurve = { name: 'ECDH', namedCurve: 'P-256' } as const
const cardKeyPurpose = 'terminal card key'
const signingKeyPurpose = 'terminal signing key'

const sealedSchema = z.strictObject({ key_id: z.string(), iv: z.string(), ciphertext: z.string() })
export const terminalKeyPairsSchema = z.strictObject({
  /** The key to which cards are encrypted. */
  public_key: z.string(),
  private_key: sealedSchema,
  /** The key that signs its successor. */
  signing_key: z.string(),
  signing_private_key: sealedSchema,
  succession: successionSchema,
})
/** The key pairs by which terminals know the service, and the signed chain from earlier ones. */
export type TerminalKeyPairs = z.infer<typeof terminalKeyPairsSchema>

/** From a file from before version 2 of the link. */
export const cardKeyPairSchema = terminalKeyPairsSchema.pick({ public_key: true, private_key: true })
type CardKeyPair = z.infer<typeof cardKeyPairSchema>

/**
 * Maximum length of the chain; older links are dropped, and a terminal that was away for longer must be activated
 * again.
 */
const longestSuccession = 20

export const serviceKeyOf = ({
  public_key,
  signing_key,
}: Pick<TerminalKeyPairs, 'public_key' | 'signing_key'>): ServiceKey => ({
  key_id: `tk_${createHash('sha256').update(public_key).update(signing_key).digest('hex').slice(0, 12)}`,
  card_key: public_key,
  signing_key,
})

export const openCardKey = (ring: KeyRing, pairs: TerminalKeyPairs): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(unseal(ring, pairs.private_key, cardKeyPurpose), 'base64'))

export async function newTerminalKeyPairs(ring: KeyRing): Promise<TerminalKeyPairs> {
  const pair = await crypto.subtle.generateKey(cardKeyCurve, true, ['deriveBits'])
  const privateKey = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64')
  return withSigningKey(ring, {
    public_key: Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64'),
    private_key: seal(ring, privateKey, cardKeyPurpose),
  })
}

export function withSigningKey(ring: KeyRing, cardKeys: CardKeyPair): TerminalKeyPairs {
  const secret = randomHex(32)
  const pairs = {
    ...cardKeys,
    signing_key: publicHalfOf(secret),
    signing_private_key: seal(ring, secret, signingKeyPurpose),
  }
  return { ...pairs, succession: [{ key: serviceKeyOf(pairs), signature: '' }] }
}

/** Returns new pairs, signed by the former ones, so that activated terminals follow. */
export async function successorOf(ring: KeyRing, former: TerminalKeyPairs): Promise<TerminalKeyPairs> {
  return following(ring, former, await newTerminalKeyPairs(ring))
}

/**
 * Lets a terminal that pinned `former` follow to unrelated `pairs`: a node that had its own keys can join the others
 * without activating its terminals again.
 */
export function following(
  ring: KeyRing,
  former: TerminalKeyPairs,
  pairs: TerminalKeyPairs,
): TerminalKeyPairs {
  const [first, ...later] = pairs.succession
  if (first === undefined) throw new Error('the list of terminal keys is empty')
  const formerSecret = unseal(ring, former.signing_private_key, signingKeyPurpose)
  const signature = signedWith(formerSecret, successionStatement(first.key))
  const succession = [...former.succession, { key: first.key, signature }, ...later]
  return { ...pairs, succession: succession.slice(-longestSuccession) }
}

/** Returns the pairs with their private keys sealed by the active key; `pairs` itself if they already are. */
export function resealedPairs(ring: KeyRing, pairs: TerminalKeyPairs): TerminalKeyPairs {
  const private_key = resealed(ring, pairs.private_key, cardKeyPurpose)
  const signing_private_key = resealed(ring, pairs.signing_private_key, signingKeyPurpose)
  const isSame = private_key === pairs.private_key && signing_private_key === pairs.signing_private_key
  return isSame ? pairs : { ...pairs, private_key, signing_private_key }
}

export const knows = (pairs: TerminalKeyPairs, { public_key, signing_key }: TerminalKeyPairs): boolean =>
  pairs.succession.some(({ key }) => key.card_key === public_key && key.signing_key === signing_key)
