import { safeStorage } from 'electron'

/** The system's keychain: only the same user on the same computer can open what it sealed. */
export interface Keychain {
  seal(text: string): Uint8Array
  /** @throws when it was sealed by another keychain. */
  open(sealed: Uint8Array): string
}

/** Null where the system has no keychain, or one that stores plain text. */
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
