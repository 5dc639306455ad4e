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

/** The document of a vault_entry row, whose id is the payment method's. It reveals nothing about the card. */
export interface VaultEntry {
  readonly key_id: string
  readonly iv: string
  readonly ciphertext: string
  /** Equal for equal card numbers, and useless without the vault's keys. */
  readonly fingerprint: string
}

export interface Vault {
  /** Encrypts a card for this payment method only. */
  seal(paymentMethodId: string, card: CardData): VaultEntry
  /** Same for a card or a bank account. @param kept the processor's reference */
  sealSource(paymentMethodId: string, source: HeldSource, kept?: KeptAt | null): VaultEntry
  /** @throws when the entry was changed, or belongs to another payment method. */
  open(paymentMethodId: string, entry: VaultEntry): HeldSource
  /** Same, with the processor's reference. @throws like `open`. */
  openStored(paymentMethodId: string, entry: VaultEntry): StoredSource
  /** Encrypts a security code that is kept until its payment. */
  sealCode(paymentMethodId: string, code: string): Sealed
  /** @throws like `open`. */
  openCode(paymentMethodId: string, sealed: Sealed): string
  /** Encrypts any other text for one purpose; it cannot be opened for another. */
  sealText(text: string, purpose: string): Sealed
  /** @throws like `open`. */
  openText(sealed: Sealed, purpose: string): string
  /**
   * Returns a keyed hash, which does not reveal the text to an attacker with the database: a plain hash of a few digits
   * would.
   */
  fingerprint(text: string): string
  /** Returns the key pairs by which terminals know the service, as last read. */
  terminalKeys(): TerminalKeys
  /** Reads the current ones, which another node may have rotated. */
  refreshTerminalKeys(): Promise<TerminalKeys>
  /** Replaces them with new ones, signed by the old, so that activated terminals follow. */
  rotateTerminalKeys(): Promise<TerminalKeys>
  /** Returns the id of the key that seals now. */
  sealingKeyId(): string
  /** Returns the entry resealed with that key. @throws like `open`. */
  resealEntry(paymentMethodId: string, entry: VaultEntry): VaultEntry
  /** Returns the text resealed with that key; unchanged if it already is. @throws like `open`. */
  resealText(sealed: Sealed, purpose: string): Sealed
  /** Keys of the file or the environment that a key service has replaced: they only open what they have sealed. */
  formerKeys(): {
    readonly ids: readonly string[] /** Since when nothing was sealed by them, in ms. */
    readonly idleSince: number
  }
  /** Reads the data keys that other nodes have made. */
  refreshKeys(): Promise<void>
  /** Makes a new data key if one is due, or the key service has a new key. @throws when that cannot be used. */
  renewKeys(): Promise<void>
  /**
   * Rereads the key service's keys while the vault is in use. If it has a new key, makes a new data key, wrapped by it.
   * Older data can still be opened.
   * @returns the id of the newest data key. @throws, and changes nothing, when a key in use is missing.
   */
  reloadKeys(): Promise<string>
}

export interface VaultOptions {
  /** Directory of the key files, created at the first start. Null: the vault exists only in this process. */
  readonly directory: string | null
  /** COUNTERTOP_VAULT_KEY: one or more keys in base64, the active one first; overrides the key file. */
  readonly keys?: string | undefined
  /** Wraps the data keys instead of those keys, which then only open what they sealed themselves. */
  readonly keyService?: KeyService | undefined
  /**
   * Milliseconds since the epoch, consistent across nodes (Clock.verified), because a new data key seals only when all
   * nodes have read it. Default: the computer's time.
   */
  readonly now?: () => number
  /** The secrets that all nodes share; default: secrets of this process only. */
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

/** Returns null when no keys are given and there is no file. */
function keyRingOf({ directory, keys }: VaultOptions): KeyRing | null {
  if (keys !== undefined && keys.trim() !== '') return parseKeyRing(keys)
  return directory === null ? null : readKeyFile(join(directory, 'vault.key'))
}

/** @throws when the database was sealed with other keys: making new ones would only hide that those are missing. */
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
 * Returns the key for fingerprints, made at the first start and never changed by a rotation or the order of keys.
 * @param given keys from before there were data keys: then it is derived from the oldest of them
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
