import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { currencies } from '../../src-shared/currency.ts'
import { addressProblem } from '../../src-shared/service-address.ts'
import type { Keychain } from '../staff/keychain.ts'
import { readServiceFile } from './service-file.ts'

/** Part of this counter's file names. */
export const accountIdSchema = z.string().regex(/^[\w-]{1,64}$/)

/** The service chosen by an installer, as stored. The key is sealed by the keychain, or absent. */
export const storedServiceSchema = z
  .object({
    url: z.string().refine((url) => addressProblem(url) === null),
    account_id: accountIdSchema,
    merchant_id: z.string(),
    merchant_name: z.string(),
    real_money: z.boolean(),
    /** The account's currency; absent in older files. */
    currency: z.enum(currencies).optional(),
    /** A certificate that a person has compared, PEM; null: the system's trust decides. */
    certificate: z.string().refine(isCertificate).nullable(),
    sealed_key: z.string().nullable(),
  })
  .nullable()
export type StoredService = NonNullable<z.infer<typeof storedServiceSchema>>

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== ''
  } catch {
    return false
  }
}

/** A damaged file must not count as training: a live shop would go on with payments that are not real. */
export function readStoredService(path: string): StoredService | 'damaged' | null {
  const content = storedServiceSchema.safeParse(readServiceFile(path))
  return content.success ? content.data : 'damaged'
}

/**
 * The key; null where it has to be typed. It is sealed together with its service: if the file was changed to name
 * another one, or to drop the compared certificate, the key is not used.
 */
export function openKey(stored: StoredService, keychain: Keychain | null): string | 'damaged' | null {
  if (stored.sealed_key === null || keychain === null) return null
  try {
    const opened = sealedSchema.safeParse(JSON.parse(keychain.open(Buffer.from(stored.sealed_key, 'base64'))))
    if (!opened.success) return null
    const { key, place } = opened.data
    return place === placeOf(stored) ? key : 'damaged'
  } catch {
    return null
  }
}

/** Null where the system has no keychain, or sealing fails. */
export function sealKey(stored: StoredService, key: string, keychain: Keychain | null): string | null {
  try {
    const text = JSON.stringify({ key, place: placeOf(stored) })
    return keychain === null ? null : Buffer.from(keychain.seal(text)).toString('base64')
  } catch {
    return null
  }
}

const sealedSchema = z.object({ key: z.string(), place: z.string() })

const placeOf = ({ url, account_id, merchant_id, certificate, real_money }: StoredService): string =>
  JSON.stringify([url, account_id, merchant_id, certificate, real_money])
