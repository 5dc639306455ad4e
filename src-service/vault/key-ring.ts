import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { readSecretFile, writeSecretFile } from '../secret-file.ts'

/**
 * The keys that open the vault. They live outside the database: in the environment, or in a file that only the
 * service's own user may read. A database that leaks without them discloses nothing of a card.
 */
interface VaultKey {
  /** Derived from the key, so that an entry names the key that sealed it and nobody has to keep ids. */
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Buffer
}

export interface KeyRing {
  /** Seals what is new. */
  readonly active: VaultKey
  /** Opens what was sealed before a rotation; the active key is one of them. */
  readonly all: readonly VaultKey[]
}

/**
 * @param lines 32-byte keys in base64, the active one first. To rotate, put a new key on top.
 * @throws when there is none, or one is not 32 bytes: a service must not start with half a key ring.
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

/** HMAC key of the fingerprints, where none is kept yet: that of the versions before it was. */
export function firstFingerprintKey({ active, all }: KeyRing): Buffer {
  const oldest = all.at(-1) ?? active
  return Buffer.from(hkdfSync('sha256', oldest.bytes, '', 'countertop card fingerprint v1', 32))
}

/** @throws when the new ring would leave an entry closed. */
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

/** @returns null when there is no file. @throws when it holds no whole ring. */
export function readKeyFile(path: string): KeyRing | null {
  const text = readSecretFile(path)
  return text === null ? null : parseKeyRing(text)
}

/** Makes the key file, on the disk before the first card is sealed with it. */
export function makeKeyFile(path: string): KeyRing {
  mkdirSync(dirname(path), { recursive: true })
  const text = `${randomBytes(32).toString('base64')}\n`
  writeSecretFile(path, text)
  return parseKeyRing(text)
}
