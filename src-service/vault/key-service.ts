/**
 * The port to the holder of the key-encryption keys: a file beside the service, or a product that never reveals them.
 * It wraps the vault's data keys, which are few; it never receives cards, and sales do not wait for it.
 */
export interface KeyService {
  /** Name for people and the log, such as "vault.key". */
  readonly name: string
  /** Returns the id of the key that wraps now. @throws a `keyServiceError` when it cannot be reached. */
  currentKeyId(): Promise<string>
  /** @param key 32 bytes. @throws a `keyServiceError`. */
  wrap(key: Buffer): Promise<WrappedKey>
  /** @throws a `keyServiceError`, also when the key that wrapped it is gone. */
  unwrap(wrapped: WrappedKey): Promise<Buffer>
  /** Whether its key may change without a reload, by a rotation in the key service. */
  readonly rotatesByItself: boolean
  /** Rereads its keys if they are in a file. @throws, and changes nothing, when a key in use is missing. */
  reload(): void
}

export interface WrappedKey {
  /** Id of the key that wrapped it. */
  readonly key_id: string
  /** Readable only for the key service. */
  readonly wrapped: string
}

/** Names the key service in the error, so that the fault is not attributed to the database or the card. */
export const keyServiceError = (name: string, reason: string): Error =>
  new Error(`the key service ${name} cannot be used: ${reason}`)
