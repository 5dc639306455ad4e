import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { readSecretFile, writeSecretFile } from '../secrets/secret-file.ts'

/**
 * The keys that open the vault. They are stored outside the database: in the environment, or in a file that only the
 * service's user may read. A leaked database without them reveals no card data.
 */
interface VaultKey {
  /** Derived from the key, so that an entry names its key and ids need not be stored. */
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Buffer
}

export interface KeyRing {
  /** Seals new data. */
  readonly active: VaultKey
  /** Keys that open data, including data from before a rotation; contains the active key. */
  readonly all: readonly VaultKey[]
}

/**
 * @param lines 32-byte keys in base64, the active one first. To rotate, add a new key at the start.
 * @throws when there is none, or one is not 32 bytes: a service must not start with an incomplete key ring.
 */
export function parseKeyRing(lines: string): KeyRing {
  const keys = lines
    .split(/[\s,]+/)
    .filter((line) => line !== '')
    .map(vaultKey)
  const [active] = keys
  if (active === undefined) throw new Error('the vault has no key')
  return { active, all: keys }
}

/** Returns the initial HMAC key for fingerprints, which is the one of versions that did not store it. */
export function firstFingerprintKey({ active, all }: KeyRing): Buffer {
  const oldest = all.at(-1) ?? active
  return Buffer.from(hkdfSync('sha256', oldest.bytes, '', 'countertop card fingerprint v1', 32))
}

/** @throws when the new ring could not open an existing entry. */
export function rotated(former: KeyRing, next: KeyRing): KeyRing {
  if (former.all.some(({ id }) => !next.all.some((key) => key.id === id))) {
    throw new Error(
      'the new keys of the vault lack one that is in use: put the new key in front, and leave all others where they are',
    )
  }
  return next
}

function vaultKey(base64: string): VaultKey {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== 32) throw new Error('a vault key must be 32 bytes in base64')
  return { id: `vk_${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`, bytes }
}

/** @returns null when there is no file. @throws when it does not contain a complete ring. */
export function readKeyFile(path: string): KeyRing | null {
  const text = readSecretFile(path)
  return text === null ? null : parseKeyRing(text)
}

/** Creates the key file; it is on disk before the first card is sealed with it. */
export function makeKeyFile(path: string): KeyRing {
  mkdirSync(dirname(path), { recursive: true })
  const text = `${randomBytes(32).toString('base64')}\n`
  writeSecretFile(path, text)
  return parseKeyRing(text)
}
