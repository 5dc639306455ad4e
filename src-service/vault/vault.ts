import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { KeptAt } from '../processor/kept-at.ts'
import type { HeldSource } from '../processor/payment-source.ts'
import { type DataKeys, openDataKeys } from './data-keys.ts'
import { fileKeyService, keyMissing } from './file-key-service.ts'
import { firstFingerprintKey, type KeyRing, makeKeyFile, parseKeyRing, readKeyFile } from './key-ring.ts'
import type { KeyService } from './key-service.ts'
import { resealed, type Sealed, seal, unseal } from './sealed.ts'
import { agreeOn, type SharedSecrets, secretsInMemory } from './shared-secrets.ts'
import { identityOf, type StoredSource, storedSourceOf, storedText } from './stored-source.ts'
import { openTerminalKeys, type TerminalKeys } from './terminal-keys.ts'

/** The document of a vault_entry row, whose id is the payment method's. Nothing in it discloses the card. */
export interface VaultEntry {
  readonly key_id: string
  readonly iv: string
  readonly ciphertext: string
  /** The same for the same card number, and useless without the vault's keys. */
  readonly fingerprint: string
}

export interface Vault {
  /** Encrypts a card for this payment method alone. */
  seal(paymentMethodId: string, card: CardData): VaultEntry
  /** The same for a card or a bank account. @param kept how a processor names it */
  sealSource(paymentMethodId: string, source: HeldSource, kept?: KeptAt | null): VaultEntry
  /** @throws when the entry was changed, or belongs to another payment method. */
  open(paymentMethodId: string, entry: VaultEntry): HeldSource
  /** The same, and how a processor names it. @throws like `open`. */
  openStored(paymentMethodId: string, entry: VaultEntry): StoredSource
  /** A security code that waits for its payment. */
  sealCode(paymentMethodId: string, code: string): Sealed
  /** @throws like `open`. */
  openCode(paymentMethodId: string, sealed: Sealed): string
  /** Any other text, encrypted for one purpose alone: it does not open for another. */
  sealText(text: string, purpose: string): Sealed
  /** @throws like `open`. */
  openText(sealed: Sealed, purpose: string): string
  /** Tells nothing of the text to whoever has only the database: a plain hash of a few digits would. */
  fingerprint(text: string): string
  /** The pairs that terminals know the service by, as they were read last. */
  terminalKeys(): TerminalKeys
  /** The same as they are now: another node may have rotated them. */
  refreshTerminalKeys(): Promise<TerminalKeys>
  /** Puts new ones in their place, signed by the old: activated terminals follow. */
  rotateTerminalKeys(): Promise<TerminalKeys>
  /** Of the key that seals now. */
  sealingKeyId(): string
  /** The same entry, sealed by that key. @throws like `open`. */
  resealEntry(paymentMethodId: string, entry: VaultEntry): VaultEntry
  /** The same text, sealed by that key; as it is where that one sealed it. @throws like `open`. */
  resealText(sealed: Sealed, purpose: string): Sealed
  /** Keys of the file or the environment, where a key service wraps in their place: they open what they sealed, no more. */
  formerKeys(): {
    readonly ids: readonly string[] /** Nothing was sealed by them from then on, ms. */
    readonly idleSince: number
  }
  /** Reads the data keys that other nodes have made. */
  refreshKeys(): Promise<void>
  /** A new data key where it is time for one, or the key service has another key now. @throws when that cannot be used. */
  renewKeys(): Promise<void>
  /**
   * Reads the key service's keys anew while the vault is in use: a new data key seals, wrapped by the first; what is old
   * still opens.
   * @returns the id of the newest data key. @throws, and changes nothing, when a key in use is missing.
   */
  reloadKeys(): Promise<string>
}

export interface VaultOptions {
  /** Where the key files are kept, made at the first start. Null: a vault for this process only. */
  readonly directory: string | null
  /** COUNTERTOP_VAULT_KEY: one or more keys in base64, the active one first; wins over the key file. */
  readonly keys?: string | undefined
  /** Who wraps the data keys in the place of those keys, which then only open what they sealed themselves. */
  readonly keyService?: KeyService | undefined
  /**
   * Milliseconds since the epoch, on all nodes alike (Clock.verified): a new data key seals when all have read it. The
   * computer's time without it.
   */
  readonly now?: () => number
  /** What all nodes have in common; without it, what belongs to this process alone. */
  readonly secrets?: SharedSecrets
}

export async function openVault(options: VaultOptions): Promise<Vault> {
  const { directory, secrets = secretsInMemory(), now = Date.now } = options
  const given = keyRingOf(options)
  const keyService = options.keyService ?? (await fileKeys(options, given, secrets))
  const former = () => given?.all ?? []
  const formerService = given === null ? null : fileKeyService(given, () => keyRingOf(options))
  const dataKeys = await openDataKeys({ keyService, formerService, secrets, former, now })
  const ring = dataKeys.ring
  const fingerprintKey = await fingerprintKeyOf(ring(), given, secrets)
  const formerFile = directory === null ? null : join(directory, 'terminal-key.json')
  const terminalKeys = await openTerminalKeys(ring, secrets, formerFile)
  const fingerprint = (text: string): string =>
    createHmac('sha256', fingerprintKey).update(text).digest('hex')
  const sealSource: Vault['sealSource'] = (paymentMethodId, source, kept = null) => ({
    ...seal(ring(), storedText(source, kept), paymentMethodId),
    fingerprint: fingerprint(identityOf(source)),
  })
  const openStored: Vault['openStored'] = (paymentMethodId, entry) =>
    storedSourceOf(unseal(ring(), entry, paymentMethodId))
  const codeOf = (paymentMethodId: string): string => `security code of ${paymentMethodId}`
  return {
    seal: (paymentMethodId, card) => sealSource(paymentMethodId, { kind: 'card', card }),
    sealSource,
    open: (paymentMethodId, entry) => openStored(paymentMethodId, entry).source,
    openStored,
    sealCode: (paymentMethodId, code) => seal(ring(), code, codeOf(paymentMethodId)),
    openCode: (paymentMethodId, sealed) => unseal(ring(), sealed, codeOf(paymentMethodId)),
    sealText: (text, purpose) => seal(ring(), text, `text for ${purpose}`),
    openText: (sealed, purpose) => unseal(ring(), sealed, `text for ${purpose}`),
    fingerprint,
    terminalKeys: terminalKeys.current,
    refreshTerminalKeys: terminalKeys.refresh,
    rotateTerminalKeys: terminalKeys.rotate,
    sealingKeyId: () => ring().active.id,
    resealEntry: (paymentMethodId, entry) => ({
      ...seal(ring(), unseal(ring(), entry, paymentMethodId), paymentMethodId),
      fingerprint: entry.fingerprint,
    }),
    resealText: (sealed, purpose) => resealed(ring(), sealed, `text for ${purpose}`),
    formerKeys: () => ({
      ids: options.keyService === undefined ? [] : former().map(({ id }) => id),
      idleSince: dataKeys.since(),
    }),
    refreshKeys: dataKeys.refresh,
    renewKeys: dataKeys.renewInTime,
    async reloadKeys() {
      keyService.reload()
      await dataKeys.renew()
      return dataKeys.newestId()
    },
  }
}

/** Null: no keys were given, and there is no file. */
function keyRingOf({ directory, keys }: VaultOptions): KeyRing | null {
  if (keys !== undefined && keys.trim() !== '') return parseKeyRing(keys)
  return directory === null ? null : readKeyFile(join(directory, 'vault.key'))
}

/** @throws when the database was sealed with other keys: to make new ones would only hide that they are missing. */
async function fileKeys(
  options: VaultOptions,
  given: KeyRing | null,
  secrets: SharedSecrets,
): Promise<KeyService> {
  return fileKeyService(given ?? (await newKeyRing(options, secrets)), () => keyRingOf(options))
}

async function newKeyRing({ directory }: VaultOptions, secrets: SharedSecrets): Promise<KeyRing> {
  const dataKeys = await secrets.read<DataKeys>('data_keys')
  const wrappedBy = dataKeys?.document.keys[0]?.key_id
  const sealedBy = (await secrets.read<Sealed>('fingerprint_key'))?.document.key_id
  const missing = wrappedBy ?? sealedBy
  if (missing !== undefined) throw keyMissing(missing)
  if (directory !== null) return makeKeyFile(join(directory, 'vault.key'))
  return parseKeyRing(randomBytes(32).toString('base64'))
}

/**
 * Made at the first start, and the same ever after: neither a rotation nor the order of the keys changes it.
 * @param given keys of before there were data keys: then it follows from the oldest of them
 */
async function fingerprintKeyOf(
  ring: KeyRing,
  given: KeyRing | null,
  secrets: SharedSecrets,
): Promise<Buffer> {
  const purpose = 'fingerprint key'
  const first = () => (given === null ? randomBytes(32) : firstFingerprintKey(given))
  const sealed = await agreeOn<Sealed>(secrets, 'fingerprint_key', (kept) => {
    if (kept === null) return seal(ring, first().toString('base64'), purpose)
    if (!ring.all.some(({ id }) => id === kept.key_id)) throw keyMissing(kept.key_id)
    return resealed(ring, kept, purpose)
  })
  return Buffer.from(unseal(ring, sealed, purpose), 'base64')
}
