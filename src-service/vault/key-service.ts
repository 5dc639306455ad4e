/**
 * The port to whoever holds the key-encryption keys: a file beside the service, or a product that never gives them out.
 * It wraps the vault's data keys, few and rarely; cards never go there, and sales do not wait for it.
 */
export interface KeyService {
  /** For people and the log, such as "vault.key". */
  readonly name: string
  /** Of the key that wraps now. @throws a `keyServiceError` when it cannot be reached. */
  currentKeyId(): Promise<string>
  /** @param key 32 bytes. @throws a `keyServiceError`. */
  wrap(key: Buffer): Promise<WrappedKey>
  /** @throws a `keyServiceError`, also when the key that wrapped it is gone. */
  unwrap(wrapped: WrappedKey): Promise<Buffer>
  /** Its key may become another one without a reload: somebody rotated it there. */
  readonly rotatesByItself: boolean
  /** Reads its own keys anew, where they are a file. @throws, and changes nothing, when one in use is missing. */
  reload(): void
}

export interface WrappedKey {
  /** That it was wrapped by. */
  readonly key_id: string
  /** Opaque to all but the key service. */
  readonly wrapped: string
}

/** Says which key service it is, so that nobody looks for the fault in the database or in the card. */
export const keyServiceError = (name: string, reason: string): Error =>
  new Error(`the key service ${name} cannot be used: ${reason}`)
