import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { type ServiceKey, type Succession, successionStatement } from './service-key.ts'

const same = (one: ServiceKey, other: ServiceKey): boolean =>
  bytesToHex(successionStatement(one)) === bytesToHex(successionStatement(other))

/** Whether the shown key is the pinned one, or is linked to it by a chain of signatures. */
export function followsFrom(pinned: ServiceKey, shown: ServiceKey, succession: Succession): boolean {
  if (same(pinned, shown)) return true
  const start = succession.findIndex(({ key }) => same(key, pinned))
  if (start === -1) return false
  let trusted = pinned
  for (const { key, signature } of succession.slice(start + 1)) {
    if (!signed(key, signature, trusted)) return false
    trusted = key
  }
  return same(trusted, shown)
}

function signed(key: ServiceKey, signature: string, by: ServiceKey): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), successionStatement(key), hexToBytes(by.signing_key))
  } catch {
    return false
  }
}
