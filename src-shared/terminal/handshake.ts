import { proofOf } from './proofs.ts'
import type { ServiceKey } from './service-key.ts'

/** The version of the link. A terminal of another one is refused and has to be updated and activated anew. */
export const linkProtocol = 2

/** What makes every handshake another one: a nonce of each side. */
export interface Handshake {
  readonly hsn: string
  /** The service's nonce. */
  readonly challenge: string
  /** The terminal's. */
  readonly nonce: string
}

/** The terminal's proof that it holds the key of the link, which itself is never sent. */
export const helloProof = (linkKey: string, { hsn, challenge, nonce }: Handshake): string =>
  proofOf(linkKey, ['countertop hello', linkProtocol, challenge, nonce, hsn])

export interface WelcomeFacts {
  readonly name: string
  readonly merchant_name: string
  readonly date_time: string
  readonly public_key: ServiceKey
}

/** The service's proof, over all that it says. */
export const welcomeProof = (
  linkKey: string,
  { hsn, challenge, nonce }: Handshake,
  { name, merchant_name, date_time, public_key: { key_id, card_key, signing_key } }: WelcomeFacts,
): string =>
  proofOf(linkKey, [
    ...['countertop welcome', linkProtocol, challenge, nonce, hsn],
    ...[name, merchant_name, date_time, key_id, card_key, signing_key],
  ])
