import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { KeptAt } from '../processor/kept-at.ts'
import type { HeldSource } from '../processor/processor.ts'
import {
  firstFingerprintKey,
  type KeyRing,
  makeKeyFile,
  parseKeyRing,
  readKeyFile,
  rotated,
} from './key-ring.ts'
import { type Sealed, seal, unseal } from './sealed.ts'
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
  /**
   * Reads the keys anew while the vault is in use: what is new is sealed with the first, what is old still opens.
   * @returns the id of the key that seals from now on. @throws, and changes nothing, when a key in use is missing.
   */
  reloadKeys(): string
}

export interface VaultOptions {
  /** Where the key files are kept, made at the first start. Null: a vault for this process only. */
  readonly directory: string | null
  /** COUNTERTOP_VAULT_KEY: one or more keys in base64, the active one first; wins over the key file. */
  readonly keys?: string | undefined
  /** What all nodes have in common; without it, what belongs to this process alone. */
  readonly secrets?: SharedSecrets
}

export async function openVault(options: VaultOptions): Promise<Vault> {
  const { directory, secrets = secretsInMemory() } = options
  let ring = keyRingOf(options) ?? (await newKeyRing(options, secrets))
  const fingerprintKey = await fingerprintKeyOf(ring, secrets)
  const formerFile = directory === null ? null : join(directory, 'terminal-key.json')
  const terminalKeys = await openTerminalKeys(() => ring, secrets, formerFile)
  const fingerprint = (text: string): string =>
    createHmac('sha256', fingerprintKey).update(text).digest('hex')
  const sealSource: Vault['sealSource'] = (paymentMethodId, source, kept = null) => ({
    ...seal(ring, storedText(source, kept), paymentMethodId),
    fingerprint: fingerprint(identityOf(source)),
  })
  const openStored: Vault['openStored'] = (paymentMethodId, entry) =>
    storedSourceOf(unseal(ring, entry, paymentMethodId))
  const codeOf = (paymentMethodId: string): string => `security code of ${paymentMethodId}`
  return {
    seal: (paymentMethodId, card) => sealSource(paymentMethodId, { kind: 'card', card }),
    sealSource,
    open: (paymentMethodId, entry) => openStored(paymentMethodId, entry).source,
    openStored,
    sealCode: (paymentMethodId, code) => seal(ring, code, codeOf(paymentMethodId)),
    openCode: (paymentMethodId, sealed) => unseal(ring, sealed, codeOf(paymentMethodId)),
    sealText: (text, purpose) => seal(ring, text, `text for ${purpose}`),
    openText: (sealed, purpose) => unseal(ring, sealed, `text for ${purpose}`),
    fingerprint,
    terminalKeys: terminalKeys.current,
    refreshTerminalKeys: terminalKeys.refresh,
    rotateTerminalKeys: terminalKeys.rotate,
    reloadKeys() {
      const next = keyRingOf(options)
      if (next === null) throw new Error('vault.key is gone: put it back, with the new key in front')
      ring = rotated(ring, next)
      return ring.active.id
    },
  }
}

/** Null: no keys were given, and there is no file. */
function keyRingOf({ directory, keys }: VaultOptions): KeyRing | null {
  if (keys !== undefined && keys.trim() !== '') return parseKeyRing(keys)
  return directory === null ? null : readKeyFile(join(directory, 'vault.key'))
}

/** @throws when the database was sealed with other keys: to make new ones would only hide that they are missing. */
async function newKeyRing({ directory }: VaultOptions, secrets: SharedSecrets): Promise<KeyRing> {
  const sealed = await secrets.read<Sealed>('fingerprint_key')
  if (sealed !== null) throw keysMissing(sealed.document)
  if (directory !== null) return makeKeyFile(join(directory, 'vault.key'))
  return parseKeyRing(randomBytes(32).toString('base64'))
}

/** Made at the first start, and the same ever after: neither a rotation nor the order of the keys changes it. */
async function fingerprintKeyOf(ring: KeyRing, secrets: SharedSecrets): Promise<Buffer> {
  const purpose = 'fingerprint key'
  const sealed = await agreeOn<Sealed>(
    secrets,
    'fingerprint_key',
    (kept) => kept ?? seal(ring, firstFingerprintKey(ring).toString('base64'), purpose),
  )
  if (!ring.all.some(({ id }) => id === sealed.key_id)) throw keysMissing(sealed)
  return Buffer.from(unseal(ring, sealed, purpose), 'base64')
}

const keysMissing = ({ key_id }: Sealed): Error =>
  new Error(
    `this database is sealed with the key ${key_id}, which is missing: put vault.key back into the data folder, or give COUNTERTOP_VAULT_KEY, the same on every node`,
  )
