import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import { type KeyRing, loadKeyFile, parseKeyRing } from './key-ring.ts'
import { seal, unseal } from './sealed.ts'
import { loadTerminalKeys, type TerminalKeys } from './terminal-keys.ts'

/** Card data that may rest: the security code and the PIN are never stored, not even encrypted. */
const storedCardSchema = z.strictObject({
  number: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  name: z.string().optional(),
  postal_code: z.string().optional(),
})
type StoredCard = z.infer<typeof storedCardSchema>

/** The document of a vault_entry row, whose id is the payment method's. Nothing in it tells the card. */
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
  /** @throws when the entry was changed, or belongs to another payment method. */
  open(paymentMethodId: string, entry: VaultEntry): StoredCard
  fingerprint(cardNumber: string): string
  /** The pair that terminals encrypt cards to. */
  terminalKeys(): TerminalKeys
}

export interface VaultOptions {
  /** Where the key files are kept, made at the first start. Null: a vault for this process only. */
  readonly directory: string | null
  /** COUNTERTOP_VAULT_KEY: one or more keys in base64, the active one first; wins over the key file. */
  readonly keys?: string | undefined
}

export async function openVault(options: VaultOptions): Promise<Vault> {
  const { directory } = options
  const ring = keyRingOf(options)
  const terminalKeys = await loadTerminalKeys(
    ring,
    directory === null ? null : join(directory, 'terminal-key.json'),
  )
  const fingerprint = (cardNumber: string): string =>
    createHmac('sha256', ring.fingerprintKey).update(cardNumber).digest('hex')
  return {
    seal(paymentMethodId, card) {
      return {
        ...seal(ring, JSON.stringify(storedCardOf(card)), paymentMethodId),
        fingerprint: fingerprint(card.number),
      }
    },
    open(paymentMethodId, entry) {
      return storedCardSchema.parse(JSON.parse(unseal(ring, entry, paymentMethodId)))
    },
    fingerprint,
    terminalKeys: () => terminalKeys,
  }
}

function keyRingOf({ directory, keys }: VaultOptions): KeyRing {
  if (keys !== undefined && keys.trim() !== '') return parseKeyRing(keys)
  if (directory !== null) return loadKeyFile(join(directory, 'vault.key'))
  return parseKeyRing(Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'))
}

const storedCardOf = ({ number, exp_month, exp_year, name, postal_code }: CardData): StoredCard => ({
  number,
  exp_month,
  exp_year,
  ...(name === undefined ? {} : { name }),
  ...(postal_code === undefined ? {} : { postal_code }),
})
