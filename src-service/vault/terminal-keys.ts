import type { ECDH } from 'node:crypto'
import type { CardBinding, CardData, EncryptedCard } from '../../src-shared/terminal/card-encryption.ts'
import type { ServiceKey, Succession } from '../../src-shared/terminal/service-key.ts'
import { readSecretFile, removeSecretFile } from '../secrets/secret-file.ts'
import type { KeyRing } from './key-ring.ts'
import { cardKeyOf, openCard } from './open-card.ts'
import { agreeOn, type SharedSecrets } from './shared-secrets.ts'
import {
  cardKeyPairSchema,
  following,
  knows,
  newTerminalKeyPairs,
  openCardKey,
  resealedPairs,
  serviceKeyOf,
  successorOf,
  type TerminalKeyPairs,
  terminalKeyPairsSchema,
  withSigningKey,
} from './terminal-key-pairs.ts'

/** The key pairs by which terminals know the service. The private keys exist only here, and are stored encrypted. */
export interface TerminalKeys {
  readonly publicKey: ServiceKey
  /** The signed chain from earlier keys. */
  readonly succession: Succession
  /** @throws when the card was encrypted to another key or for another purpose, or changed on the way. */
  decrypt(message: EncryptedCard, binding: CardBinding): Promise<CardData>
}

export interface TerminalKeyHolder {
  /** Returns the keys as last read. */
  current(): TerminalKeys
  /** Reads the current keys, which another node may have rotated. */
  refresh(): Promise<TerminalKeys>
  /** Replaces them with new ones, signed by the old, so that activated terminals follow. */
  rotate(): Promise<TerminalKeys>
}

/**
 * @param ring returns the current key ring.
 * @param formerFile file of an earlier version with the pairs, which are taken over before it is removed. Null: none.
 */
export async function openTerminalKeys(
  ring: () => KeyRing,
  secrets: SharedSecrets,
  formerFile: string | null,
): Promise<TerminalKeyHolder> {
  const formerPairs = formerFile === null ? null : pairsOfFile(ring(), formerFile)
  const filed = formerPairs && resealedPairs(ring(), formerPairs)
  const agree = (next: (kept: TerminalKeyPairs) => TerminalKeyPairs | Promise<TerminalKeyPairs>) =>
    agreeOn<TerminalKeyPairs>(secrets, 'terminal_keys', (kept) =>
      kept === null ? (filed ?? newTerminalKeyPairs(ring())) : next(resealedPairs(ring(), kept)),
    )
  /** By key id, including keys from before a rotation: a linked terminal encrypts to the key that it was given. */
  const privateKeys = new Map<string, ECDH>()
  const decrypt: TerminalKeys['decrypt'] = async (message, binding) => {
    const key = privateKeys.get(message.key_id)
    if (key === undefined) throw new Error(`the card was encrypted to ${message.key_id}, which is not known`)
    return openCard(message, key, binding)
  }
  const opened = async (pairs: TerminalKeyPairs): Promise<TerminalKeys> => {
    const publicKey = serviceKeyOf(pairs)
    if (!privateKeys.has(publicKey.key_id)) {
      privateKeys.set(publicKey.key_id, cardKeyOf(openCardKey(ring(), pairs)))
    }
    return { publicKey, succession: pairs.succession, decrypt }
  }

  let keys = await opened(
    await agree((kept) => (filed === null || knows(kept, filed) ? kept : following(ring(), filed, kept))),
  )
  if (formerFile !== null && filed !== null) removeSecretFile(formerFile)
  return {
    current: () => keys,
    async refresh() {
      keys = await opened(await agree((kept) => kept))
      return keys
    },
    async rotate() {
      keys = await opened(await agree((kept) => successorOf(ring(), kept)))
      return keys
    },
  }
}

function pairsOfFile(ring: KeyRing, path: string): TerminalKeyPairs | null {
  const text = readSecretFile(path)
  if (text === null) return null
  const content: unknown = JSON.parse(text)
  const whole = terminalKeyPairsSchema.safeParse(content)
  return whole.success ? whole.data : withSigningKey(ring, cardKeyPairSchema.parse(content))
}
