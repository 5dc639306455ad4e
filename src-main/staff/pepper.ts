import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { Keychain } from './keychain.ts'

/** A secret of this computer that goes into every PIN's hash: the file of hashes alone does not reveal a PIN. */
export type Pepper = Buffer

const sealedSchema = z.object({ sealed: z.string() }).nullable()

/**
 * Opens the pepper, sealed by the system's keychain; creates one where there is none.
 * @param needed PINs were hashed with it: a new pepper would lock everybody out for good
 * @returns null where there is no keychain, or where it cannot open the pepper (any more)
 */
export async function openPepper(
  path: string,
  keychain: Keychain | null,
  needed: boolean,
  log: Log,
): Promise<Pepper | null> {
  if (keychain === null) {
    log.warn({}, 'staff.no_keychain')
    return null
  }
  const file = jsonFile(path, sealedSchema, null, { keepsGood: true })
  const found = await file.read()
  try {
    if (found !== null) return Buffer.from(keychain.open(Buffer.from(found.sealed, 'base64')), 'base64')
  } catch (error) {
    log.error({ err: error }, 'staff.pepper_not_opened')
  }
  if (needed) return null
  const pepper = randomBytes(32)
  const sealed = Buffer.from(keychain.seal(pepper.toString('base64'))).toString('base64')
  await file.write({ sealed })
  return pepper
}
