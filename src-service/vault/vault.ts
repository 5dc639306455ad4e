import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { KeptAt } from '../processor/kept-at.ts'
import type { HeldSource } from '../processor/processor.ts'
import { type KeyRing, makeKeyFile, parseKeyRing, readKeyFile, rotated } from './key-ring.ts'
import { type Sealed, seal, unseal } from './sealed.ts'
import { identityOf, type StoredSource, storedSourceOf, storedText } from './stored-source.ts'
import { loadTerminalKeys, type TerminalKeys } from './terminal-keys.ts'

/** The document of a vault_entry row, whose id is the payment method's. Nothing in it discloses the card. */
export interface VaultEntry {
  readonly key_id: string
  readonly iv: string
  readonly ciphertext: string
  /** The same for the same card number under one key ring, and useless without it. */
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
  /** The pair that terminals encrypt cards to. */
  terminalKeys(): TerminalKeys
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
  /** Puts new pairs for the terminals in the place of those that are there. */
  readonly rotateTerminalKey?: boolean
}

export async function openVault(options: VaultOptions): Promise<Vault> {
  const { directory } = options
  let ring = keyRingOf(options) ?? newKeyRing(options)
  const terminalKeys = await loadTerminalKeys(
    ring,
    directory === null ? null : join(directory, 'terminal-key.json'),
    options.rotateTerminalKey,
  )
  const fingerprint = (text: string): string =>
    createHmac('sha256', ring.fingerprintKey).update(text).digest('hex')
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
    terminalKeys: () => terminalKeys,
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

function newKeyRing({ directory }: VaultOptions): KeyRing {
  if (directory !== null) return makeKeyFile(join(directory, 'vault.key'))
  return parseKeyRing(randomBytes(32).toString('base64'))
}
