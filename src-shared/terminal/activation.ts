import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/curves/utils.js'
import { cpaceKey, cpaceShare } from './cpace.ts'
import { proofOf, randomHex, sameProof } from './proofs.ts'
import type { ServiceKey } from './service-key.ts'

/**
 * How a terminal joins, version 2. Both sides know the eight digits of the activation code, which are never sent:
 *
 *   terminal                        service
 *     share                  ───▶
 *                            ◀───   share
 *     share, proof           ───▶     a wrong proof is a wrong guess
 *                            ◀───   the service's key, proof
 *
 *
 * An attacker in between can test one guess per share of an exchange (eight at most, one for each open code), and
 * cannot replace the service's key by another one. Both sides derive the key of the link, which is never sent either.
 */
const purpose = 'countertop activation v2'

export interface ActivationKeys {
  /** The terminal's proof that it knows the code. */
  readonly terminalProof: string
  /** The service's proof that it knows the code; it also authenticates the service's key. */
  serviceProof(key: ServiceKey, name: string): string
  /** The key that opens the link from then on. Hex, 32 bytes. */
  readonly linkKey: string
}

export interface ActivationAttempt {
  /** The share to send. */
  readonly share: string
  /** @returns null if the service's share is invalid. */
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
 * @param random 64 bytes as hex, the same for the same code and share, so that nothing is stored between the requests.
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

/** The terminal's last step: it accepts the service's answer only with a valid proof. */
export const believes = (
  keys: ActivationKeys,
  answer: { readonly service_key: ServiceKey; readonly name: string; readonly proof: string },
): boolean => sameProof(keys.serviceProof(answer.service_key, answer.name), answer.proof)
