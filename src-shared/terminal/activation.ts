import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/curves/utils.js'
import { cpaceKey, cpaceShare } from './cpace.ts'
import { proofOf, randomHex, sameProof } from './proofs.ts'
import type { ServiceKey } from './service-key.ts'

/**
 * How a terminal joins, version 2. Both sides know the eight digits of the activation code; none of them ever travels:
 *
 *   terminal                        service
 *     share                  ───▶
 *                            ◀───   share
 *     share, proof           ───▶     a wrong proof is a wrong guess
 *                            ◀───   the service's key, proof
 *
 * Whoever stands between them can try one guess for each share with an exchange (eight at most, one for each code that is
 * open), and can put no key of their own in the place of the service's. The key of the link comes out on both sides and
 * never travels either.
 */
const purpose = 'countertop activation v2'

export interface ActivationKeys {
  /** What the terminal proves that it knew the code with. */
  readonly terminalProof: string
  /** What the service proves it with, and whose key it vouches for. */
  serviceProof(key: ServiceKey, name: string): string
  /** Opens the link from then on. Hex, 32 bytes. */
  readonly linkKey: string
}

export interface ActivationAttempt {
  /** What is sent. */
  readonly share: string
  /** @returns null when the service's share is none. */
  finish(serviceShare: string): ActivationKeys | null
}

const contextOf = (hsn: string, session: string) => ({
  channel: utf8ToBytes(`${purpose} ${hsn}`),
  session: hexToBytes(session),
})

/** The terminal's side. */
export function beginActivation(hsn: string, code: string): ActivationAttempt {
  const session = randomHex(16)
  const own = cpaceShare(utf8ToBytes(code), contextOf(hsn, session), hexToBytes(randomHex(64)))
  const share = session + bytesToHex(own.public)
  return { share, finish: (serviceShare) => keysOf(own.secret, serviceShare, share, serviceShare) }
}

/**
 * The service's side, the same for both requests.
 * @param random 64 bytes as hex, the same for the same code and share: so nothing needs to be kept between the two.
 */
export function answerActivation(
  hsn: string,
  code: string,
  share: string,
  random: string,
): { readonly share: string; finish(): ActivationKeys | null } {
  const context = contextOf(hsn, share.slice(0, 32))
  const own = cpaceShare(utf8ToBytes(code), context, hexToBytes(random))
  const serviceShare = bytesToHex(own.public)
  return { share: serviceShare, finish: () => keysOf(own.secret, share.slice(32), share, serviceShare) }
}

function keysOf(own: bigint, theirs: string, terminal: string, service: string): ActivationKeys | null {
  if (!/^[0-9a-f]{64}$/.test(theirs)) return null
  const session = hexToBytes(terminal.slice(0, 32))
  const common = cpaceKey(own, hexToBytes(theirs), session, [
    { share: hexToBytes(terminal.slice(32)), data: utf8ToBytes('terminal') },
    { share: hexToBytes(service), data: utf8ToBytes('service') },
  ])
  if (common === null) return null
  const key = bytesToHex(common)
  return {
    terminalProof: proofOf(key, [purpose, 'terminal']),
    serviceProof: ({ key_id, card_key, signing_key }, name) =>
      proofOf(key, [purpose, 'service', key_id, card_key, signing_key, name]),
    linkKey: proofOf(key, [purpose, 'link']),
  }
}

/** The terminal's last step: what the service answered is believed only with its proof. */
export const believes = (
  keys: ActivationKeys,
  answer: { readonly service_key: ServiceKey; readonly name: string; readonly proof: string },
): boolean => sameProof(keys.serviceProof(answer.service_key, answer.name), answer.proof)
