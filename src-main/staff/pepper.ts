import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { Keychain } from './keychain.ts'

/** A secret of this computer that goes into every PIN's hash: the file of the hashes alone gives no PIN away. */
export type Pepper = Buffer

const sealedSchema = z.object({ sealed: z.string() }).nullable()

/**
 * The pepper as the system's keychain sealed it, made when there is none.
 * @param needed PINs were hashed with it: another one in its place would lock everybody out for good.
 * @returns null where the keychain is none, or cannot open it (any more).
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
