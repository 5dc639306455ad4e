import type { ECDH } from 'node:crypto'
import type { CardBinding, CardData, EncryptedCard } from '../../src-shared/terminal/card-encryption.ts'
import type { ServiceKey, Succession } from '../../src-shared/terminal/service-key.ts'
import { readSecretFile, removeSecretFile } from '../secret-file.ts'
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

/** The pairs that terminals know the service by. The private halves exist only here, wrapped when they rest. */
export interface TerminalKeys {
  readonly publicKey: ServiceKey
  /** How it came after those before it. */
  readonly succession: Succession
  /** @throws when the card was encrypted to another key or for another purpose, or changed on the way. */
  decrypt(message: EncryptedCard, binding: CardBinding): Promise<CardData>
}

export interface TerminalKeyHolder {
  /** As they were read last. */
  current(): TerminalKeys
  /** As they are now: another node may have rotated them. */
  refresh(): Promise<TerminalKeys>
  /** Puts new ones in their place, signed by them: activated terminals follow. */
  rotate(): Promise<TerminalKeys>
}

/**
 * @param ring of the moment.
 * @param formerFile where an earlier version kept the pairs: they are taken over, then the file is removed. Null: none.
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
  /** By key id, also those of before a rotation: a terminal that is linked encrypts to the key that it was shown. */
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
