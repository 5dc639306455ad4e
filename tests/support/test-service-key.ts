import { type Handshake, welcomeProof } from '../../src-shared/terminal/handshake.ts'
import type { ToTerminal } from '../../src-shared/terminal/messages.ts'
import { randomHex } from '../../src-shared/terminal/proofs.ts'
import type { ServiceKey } from '../../src-shared/terminal/service-key.ts'
import type { TerminalCredential } from '../../src-terminal/link/credential.ts'

/** A service that a test simulates: the link's key, the key for cards, and its answer to a hello. */
export interface TestService {
  readonly credential: TerminalCredential
  readonly publicKey: ServiceKey
  readonly privateKey: CryptoKeyPair['privateKey']
  challenge(): Extract<ToTerminal, { type: 'challenge' }>
  welcome(handshake: Handshake): Extract<ToTerminal, { type: 'welcome' }>
}

export async function createTestService(dateTime = '2026-11-21T09:00:00Z'): Promise<TestService> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const publicKey: ServiceKey = {
    key_id: 'tk_test',
    card_key: btoa(String.fromCharCode(...raw)),
    signing_key: randomHex(32),
  }
  const linkKey = randomHex(32)
  return {
    credential: { linkKey, serviceKey: publicKey },
    publicKey,
    privateKey: pair.privateKey,
    challenge: () => ({ type: 'challenge', protocol: 2, nonce: randomHex(32) }),
    welcome(handshake) {
      const facts = {
        name: 'Counter 1',
        merchant_name: 'Harbor Coffee',
        public_key: publicKey,
        date_time: dateTime,
      }
      return {
        type: 'welcome',
        ...facts,
        succession: [],
        proof: welcomeProof(linkKey, handshake, facts),
      }
    },
  }
}
