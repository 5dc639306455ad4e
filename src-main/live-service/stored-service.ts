import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Keychain } from '../staff/keychain.ts'

/** The service that an installer has chosen, as it is kept. The key is sealed by the system, or not there at all. */
export const storedServiceSchema = z
  .object({
    url: z.string(),
    account_id: z.string(),
    merchant_id: z.string(),
    merchant_name: z.string(),
    real_money: z.boolean(),
    /** A certificate that a person has compared, PEM; null: only what the system trusts. */
    certificate: z.string().nullable(),
    sealed_key: z.string().nullable(),
  })
  .nullable()
export type StoredService = NonNullable<z.infer<typeof storedServiceSchema>>

/** Read before anything else is loaded: it decides what is shown first. A file that is damaged is training. */
export function readStoredService(path: string): StoredService | null {
  try {
    return storedServiceSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** The key; null where it has to be typed. */
export function openKey({ sealed_key }: StoredService, keychain: Keychain | null): string | null {
  if (sealed_key === null || keychain === null) return null
  try {
    return keychain.open(Buffer.from(sealed_key, 'base64'))
  } catch {
    return null
  }
}

export const sealKey = (key: string, keychain: Keychain | null): string | null =>
  keychain === null ? null : Buffer.from(keychain.seal(key)).toString('base64')
