import { utf8ToBytes } from '@noble/hashes/utils.js'
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

/** What the former key signs. */
export const successionStatement = ({ key_id, card_key, signing_key }: ServiceKey): Uint8Array =>
  utf8ToBytes(JSON.stringify(['countertop service key v1', key_id, card_key, signing_key]))
