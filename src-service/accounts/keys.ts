import { randomBytes } from 'node:crypto'
import type { AccessLevel } from '../caller.ts'
import { hashOfSecret } from '../secrets/secret-hash.ts'
import type { Row, Store } from '../store/store.ts'
import type { UserDocument } from '../users/documents.ts'
import { mayHaveMade } from '../users/rights.ts'
import type { ApiKeyDocument } from './documents.ts'
import { createKeptLooks } from './kept-looks.ts'

/** A key with the data that requests are checked against. */
export interface KnownKey {
  readonly id: string
  readonly document: ApiKeyDocument
}

/** Finds the key a client sent. Only hashes are compared, so that neither database nor timing leaks a key. */
export interface KeyDirectory {
  /** Returns synchronously if the key is cached, which is nearly always the case. */
  resolve(key: string): KnownKey | Promise<KnownKey | null>
  /** Drops the cached key, so that a revocation or change takes effect at once in this process. */
  forget(hash: string): void
  /** The listener is called after each `forget`: holders of an admission must check it again. */
  onForgotten(listener: () => void): void
  /** Adds a key that exists only in this process, such as the one that the app makes for each launch. */
  admit(key: string, known: KnownKey): void
}

/** 256 random bits behind the prefix that distinguishes private from public (section 5). */
export const makeKey = (level: AccessLevel): string =>
  `${level === 'public' ? 'pk' : 'sk'}_${randomBytes(32).toString('base64url')}`

/** How long a key is cached, in ms. A revocation by another node may take that long to be seen. */
const keptForMs = { alone: 60_000, shared: 1_000 } as const

/** @param now ms of any monotonic clock. */
export function createKeyDirectory(store: Store, now: () => number): KeyDirectory {
  const listeners: (() => void)[] = []
  const looks = createKeptLooks<KnownKey>({
    async read(hash) {
      const where = [{ column: 'hash', is: '=', value: hash }] as const
      const [row] = await store.list<ApiKeyDocument>('api_key', { where, limit: 1 })
      if (row === undefined) return null
      const { id, document } = row
      return {
        id,
        document: await withinItsMaker(document, (maker) => store.get('user', document.tenant_id, maker)),
      }
    },
    keptForMs: store.shared ? keptForMs.shared : keptForMs.alone,
    now,
  })
  return {
    resolve: (key) => looks.at(hashOfSecret(key)),
    forget(hash) {
      looks.forget(hash)
      for (const listener of listeners) listener()
    },
    onForgotten: (listener) => void listeners.push(listener),
    admit: (key, known) => looks.admit(hashOfSecret(key), known),
  }
}

/**
 * Returns a key as revoked if its maker no longer has its rights. The change that ended them revoked the maker's keys,
 * but may have missed one that was being made when the service was killed (api-keys/made-by.ts, revokeBeyond).
 */
export async function withinItsMaker(
  document: ApiKeyDocument,
  userOf: (id: string) => Promise<Row<UserDocument> | null>,
): Promise<ApiKeyDocument> {
  const { made_by, level, revoked_at } = document
  if (made_by == null || revoked_at !== null) return document
  const maker = await userOf(made_by)
  if (maker === null || mayHaveMade(maker.document, level)) return document
  return { ...document, revoked_at: maker.updated_at }
}

/** Whether a key that was admitted before is still valid. */
export function isGoodKey(keys: Pick<KeyDirectory, 'resolve'>, sent: string): boolean | Promise<boolean> {
  const isGood = (key: KnownKey | null) => key !== null && key.document.revoked_at === null
  const key = keys.resolve(sent)
  return key instanceof Promise ? key.then(isGood) : isGood(key)
}
