import { proofOf } from './proofs.ts'
import type { ServiceKey } from './service-key.ts'

/** The version of the link. Terminals of another version are refused, and must be updated and activated again. */
export const linkProtocol = 2

/** Facts that make each handshake unique: a nonce from each side. */
export interface Handshake {
  readonly hsn: string
  /** The service's nonce. */
  readonly challenge: string
  /** The terminal's nonce. */
  readonly nonce: string
}

/** The terminal's proof that it has the link key, which is never sent. */
export const helloProof = (linkKey: string, { hsn, challenge, nonce }: Handshake): string =>
  proofOf(linkKey, ['countertop hello', linkProtocol, challenge, nonce, hsn])

export interface WelcomeFacts {
  readonly name: string
  readonly merchant_name: string
  readonly date_time: string
  readonly public_key: ServiceKey
}

/** The service's proof, over all fields of its welcome. */
export const welcomeProof = (
  linkKey: string,
  { hsn, challenge, nonce }: Handshake,
  { name, merchant_name, date_time, public_key: { key_id, card_key, signing_key } }: WelcomeFacts,
): string =>
  proofOf(linkKey, [
    ...['countertop welcome', linkProtocol, challenge, nonce, hsn],
    ...[name, merchant_name, date_time, key_id, card_key, signing_key],
  ])
