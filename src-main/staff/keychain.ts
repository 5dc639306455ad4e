import { safeStorage } from 'electron'

/** The system's keychain: what it seals, only this user of this computer opens again. */
export interface Keychain {
  seal(text: string): Uint8Array
  /** @throws when it was sealed by another keychain. */
  open(sealed: Uint8Array): string
}

/** Null where the system offers none, or one that only pretends: plain text is no secret. */
export function systemKeychain(): Keychain | null {
  if (!safeStorage.isEncryptionAvailable()) return null
  if (process.platform === 'linux') {
    const backend = safeStorage.getSelectedStorageBackend()
    if (backend === 'basic_text' || backend === 'unknown') return null
  }
  return {
    seal: (text) => safeStorage.encryptString(text),
    open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
  }
}
