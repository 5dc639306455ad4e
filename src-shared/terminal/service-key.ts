import { utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { hex32Schema } from './proofs.ts'

/**
 * The service's identity for a terminal: the key that cards are encrypted to, and the key that signs its successor. A
 * terminal pins it on activation, and from then on accepts a new one only by signature.
 */
export const serviceKeySchema = z.object({
  key_id: z.string().max(40),
  /** Base64, raw P-256 point: the key that cards are encrypted to. */
  card_key: z.string().max(100),
  /** Ed25519. */
  signing_key: hex32Schema,
})
export type ServiceKey = z.infer<typeof serviceKeySchema>

/** The keys of a service, oldest first. Each one after the first is signed by its predecessor. */
export const successionSchema = z
  .array(z.object({ key: serviceKeySchema, signature: z.string().regex(/^([0-9a-f]{128})?$/) }))
  .max(100)
export type Succession = z.infer<typeof successionSchema>

/** The statement that the previous key signs. */
export const successionStatement = ({ key_id, card_key, signing_key }: ServiceKey): Uint8Array =>
  utf8ToBytes(JSON.stringify(['countertop service key v1', key_id, card_key, signing_key]))
