import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { ok } from '../../src-shared/result.ts'
import type { ApiKeyDocument, Made } from '../accounts/documents.ts'
import type { KeyDirectory } from '../accounts/keys.ts'
import type { AccessLevel, Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { newestFirst, rowsOf } from '../store/rows-of.ts'
import type { Kind, Query, Row, Store, Write } from '../store/store.ts'
import type { UserDocument } from '../users/documents.ts'

/** Returns the user behind the caller (signed in, or the maker of the key, through any number of keys) and the key. */
export async function makerOf(
  store: Pick<Store, 'find'>,
  { session, keyId }: Caller,
): Promise<Required<Made>> {
  if (session !== undefined) return { made_by: session.user_id, made_with: null }
  const key = await store.find<ApiKeyDocument>('api_key', keyId)
  return { made_by: key?.document.made_by ?? null, made_with: keyId }
}

/** Returns the maker as it is shown. */
export const makerView = ({ made_by = null, made_with = null }: Made): Required<Made> => ({
  made_by,
  made_with,
})

/**
 * Whether the key of a running request was revoked, or its session or the user's rights have ended. Checked after the
 * commit of an object that gives access, which must then be undone: so whoever revokes a stolen key finds everything
 * that remains of it, and nothing appears later.
 */
export async function hasLostAccess(
  store: Pick<Store, 'find' | 'get'>,
  { tenantId, keyId, session, level }: Caller,
): Promise<boolean> {
  if (session === undefined) {
    const key = await store.find<ApiKeyDocument>('api_key', keyId)
    return key !== null && key.document.revoked_at !== null
  }
  const open = await store.get('user_session', tenantId, session.id)
  const user = await store.get<UserDocument>('user', tenantId, session.user_id)
  return open === null || user === null || !mayHaveMade(user.document, level)
}

export const accessLost = (): ServiceError =>
  serviceError(
    'permission_denied',
    'The key of this request was revoked, or its user was signed out or made read-only, before the request was carried out. Nothing was created or changed.',
  )

/** Deletes what a request has created if the request has lost its access meanwhile. @returns whether it is deleted */
export async function undoWithoutAccess(
  store: Pick<Store, 'find' | 'get' | 'commit'>,
  caller: Caller,
  made: Omit<Extract<Write, { readonly op: 'delete' }>, 'op'>,
): Promise<boolean> {
  if (!(await hasLostAccess(store, caller))) return false
  const undone = await store.commit({ writes: [{ op: 'delete', ...made }] })
  if (!undone.ok) throw new Error(`${made.kind} ${made.id} could not be deleted: ${undone.error.kind}`)
  return true
}

type Rights = Pick<UserDocument, 'status' | 'role'>

const writes = (level: AccessLevel): boolean => level !== 'read_only' && level !== 'public'

/** Whether a user's key may have this level. A key may do no more than a sign-in of its maker (docs/decisions/0057). */
export const mayHaveMade = ({ status, role }: Rights, level: AccessLevel): boolean =>
  status === 'ACTIVE' && (role === 'ADMIN' || !writes(level))

const looksFor = (userId: string) =>
  [
    // Rows written by a node of the previous version, which does not store the maker.
    { column: 'maker', is: 'null' },
    { column: 'maker', is: '=', value: userId },
  ] as const

/**
 * Returns a store that lists only keys that this maker may have made, in any tenant; the caller checks their documents.
 * There is no other condition, so that each query uses the index of makers.
 */
export const withKeysOf = (
  store: Pick<Store, 'find' | 'list'>,
  userId: string,
): Pick<Store, 'find' | 'list'> => ({
  find: (kind, id) => store.find(kind, id),
  async list<Document>(kind: Kind, { after, before, limit }: Query) {
    const position = { ...(after && { after }), ...(before && { before }), limit }
    const found = await Promise.all(
      looksFor(userId).map((look) => store.list<Document>(kind, { ...position, where: [look] })),
    )
    const rows = found.flat().sort(newestFirst)
    return before === undefined ? rows.slice(0, limit) : rows.slice(-limit)
  },
})

/** Returns the keys of a user that are not revoked and exceed these rights. */
export async function keysBeyond(
  store: Pick<Store, 'list'>,
  tenantId: string,
  userId: string,
  rights: Rights,
): Promise<readonly Row<ApiKeyDocument>[]> {
  const keys = new Map<string, Row<ApiKeyDocument>>()
  for (const look of looksFor(userId)) {
    for await (const key of rowsOf<ApiKeyDocument>(store, 'api_key', { where: [look] })) {
      const { tenant_id, made_by, revoked_at, level } = key.document
      const isTheirs = tenant_id === tenantId && made_by === userId
      if (isTheirs && revoked_at === null && !mayHaveMade(rights, level)) keys.set(key.id, key)
    }
  }
  return [...keys.values()]
}

/** @param now ms */
export const revoked = (keys: readonly Row<ApiKeyDocument>[], now: number): readonly Write[] =>
  keys.map((key) => updateOf('api_key', nextRow(key, { ...key.document, revoked_at: now }, now)))

/**
 * Revokes the keys that a user's rights no longer cover. A new key is not written together with the user's row, because
 * programs that make many keys at once would wait for each other. So a request that changes rights and one that makes a
 * key both check again after their commit, and at least one of the two sees the other's change.
 */
export async function revokeBeyond(
  services: Pick<Services, 'store' | 'clock' | 'newId'>,
  directory: Pick<KeyDirectory, 'forget'>,
  tenantId: string,
  userId: string,
): Promise<void> {
  const { store } = services
  const find = async () => {
    const user = await store.get<UserDocument>('user', tenantId, userId)
    return user === null ? [] : keysBeyond(store, tenantId, userId, user.document)
  }
  const done = await runDecision<readonly Row<ApiKeyDocument>[], readonly Row<ApiKeyDocument>[]>(services, {
    load: async () => ok(await find()),
    decide: (keys, { now }) => ok({ writes: revoked(keys, now), events: [], reply: keys }),
  })
  // Not a refusal: the request that asked for it has been carried out, and a repeat of it revokes them again.
  if (!done.ok) throw new Error(`keys of the user ${userId} could not be revoked: ${done.error.message}`)
  for (const { document } of done.value) directory.forget(document.hash)
}
