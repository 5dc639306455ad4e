import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/curves/utils.js'
import { z } from 'zod'
import { hex32Schema } from './proofs.ts'

/**
 * The service as a terminal knows it: the key that cards are encrypted to, and the key that speaks for its successor. A
 * terminal pins it when it is activated, and follows it from then on only by signatures.
 */
export const serviceKeySchema = z.object({
  key_id: z.string().max(40),
  /** Base64, raw P-256 point: cards are encrypted to it. */
  card_key: z.string().max(100),
  /** Ed25519. */
  signing_key: hex32Schema,
})
export type ServiceKey = z.infer<typeof serviceKeySchema>

/** The keys of a service, oldest first, each but the first signed by the one before it. */
export const successionSchema = z
  .array(z.object({ key: serviceKeySchema, signature: z.string().regex(/^([0-9a-f]{128})?$/) }))
  .max(100)
export type Succession = z.infer<typeof successionSchema>

const statement = ({ key_id, card_key, signing_key }: ServiceKey): Uint8Array =>
  utf8ToBytes(JSON.stringify(['countertop service key v1', key_id, card_key, signing_key]))

/** @param signingKey the former key's private half, hex. */
export const signSuccessor = (successor: ServiceKey, signingKey: string): string =>
  bytesToHex(ed25519.sign(statement(successor), hexToBytes(signingKey)))

const same = (one: ServiceKey, other: ServiceKey): boolean =>
  bytesToHex(statement(one)) === bytesToHex(statement(other))

/** Whether a service that shows this key is the one that was pinned, by itself or by signatures from there on. */
export function followsFrom(pinned: ServiceKey, shown: ServiceKey, succession: Succession): boolean {
  if (same(pinned, shown)) return true
  const start = succession.findIndex(({ key }) => same(key, pinned))
  if (start === -1) return false
  let trusted = pinned
  for (const { key, signature } of succession.slice(start + 1)) {
    if (!signed(key, signature, trusted)) return false
    trusted = key
  }
  return same(trusted, shown)
}

function signed(key: ServiceKey, signature: string, by: ServiceKey): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), statement(key), hexToBytes(by.signing_key))
  } catch {
    return false
  }
}
