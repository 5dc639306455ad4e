import { type KeyRing, rotated } from './key-ring.ts'
import { type KeyService, keyServiceError } from './key-service.ts'
import { type Sealed, seal, unseal } from './sealed.ts'

const purpose = 'data key'

/**
 * The embedded default: keys in `vault.key` or COUNTERTOP_VAULT_KEY, of which the first one wraps.
 * @param read returns the current keys; null when the file is gone
 */
export function fileKeyService(first: KeyRing, read: () => KeyRing | null): KeyService {
  let ring = first
  const name = 'vault.key'
  return {
    name,
    // Two nodes whose files have a different order would rewrap the keys in turn.
    rotatesByItself: false,
    currentKeyId: async () => ring.active.id,
    async wrap(key) {
      const { key_id, ...sealed } = seal(ring, key.toString('base64'), purpose)
      return { key_id, wrapped: JSON.stringify(sealed) }
    },
    async unwrap({ key_id, wrapped }) {
      if (!ring.all.some(({ id }) => id === key_id)) throw keyMissing(key_id)
      const sealed = JSON.parse(wrapped) as Omit<Sealed, 'key_id'>
      try {
        return Buffer.from(unseal(ring, { ...sealed, key_id }, purpose), 'base64')
      } catch {
        throw keyServiceError(name, `what ${key_id} wrapped was changed`)
      }
    },
    reload() {
      const next = read()
      if (next === null) throw new Error('vault.key is gone: put it back, with the new key in front')
      ring = rotated(ring, next)
    },
  }
}

export const keyMissing = (keyId: string): Error =>
  new Error(
    `this database is sealed with the key ${keyId}, which is missing: put vault.key back into the data folder, or give COUNTERTOP_VAULT_KEY, the same on every node`,
  )
