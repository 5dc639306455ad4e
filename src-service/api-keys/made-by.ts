import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { ApiKeyDocument, Made } from '../accounts/documents.ts'
import type { KeyDirectory } from '../accounts/keys.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { newestFirst, rowsOf } from '../store/rows-of.ts'
import type { Expected, Kind, Query, Row, Store, Write } from '../store/store.ts'
import type { UserDocument } from '../users/documents.ts'
import { mayHaveMade, type Rights } from '../users/rights.ts'

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
 * Refuses a running request whose key was revoked meanwhile, or whose session or user's rights have ended. Otherwise
 * returns the rows that show it. A commit that gives access expects them unchanged (commit.ts, allowedBy): so whoever
 * revokes a stolen key finds everything that remains of it, and nothing appears later.
 */
export async function accessOf(
  store: Pick<Store, 'find' | 'get'>,
  { tenantId, keyId, session, level }: Caller,
): Promise<Result<readonly Expected[], ServiceError>> {
  if (session !== undefined) {
    const open = await store.get('user_session', tenantId, session.id)
    const user = await store.get<UserDocument>('user', tenantId, session.user_id)
    const may = open !== null && user !== null && mayHaveMade(user.document, level)
    return may ? ok([expected('user_session', open), expected('user', user)]) : err(accessLost())
  }
  const key = await store.find<ApiKeyDocument>('api_key', keyId)
  // The key of a launch is not stored, and cannot be revoked.
  if (key === null) return ok([])
  if (key.document.revoked_at !== null) return err(accessLost())
  const { made_by } = key.document
  const maker = made_by == null ? null : await store.get<UserDocument>('user', tenantId, made_by)
  if (maker === null) return ok([expected('api_key', key)])
  // The maker's keys are revoked just after a change of rights, if they were made at that moment (revokeBeyond).
  if (!mayHaveMade(maker.document, level)) return err(accessLost())
  return ok([expected('api_key', key), expected('user', maker)])
}

const expected = (kind: Kind, { account_id, id, version }: Row): Expected => ({
  ...{ kind, account_id, id, version },
})

const accessLost = (): ServiceError =>
  serviceError(
    'permission_denied',
    'The key of this request was revoked, or its user was signed out or made read-only, before the request was carried out. Nothing was created or changed.',
  )

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

/** Returns the keys of a user that are not revoked and exceed any of these rights. */
export async function keysBeyond(
  store: Pick<Store, 'list'>,
  tenantId: string,
  userId: string,
  ...rights: readonly Rights[]
): Promise<readonly Row<ApiKeyDocument>[]> {
  const keys = new Map<string, Row<ApiKeyDocument>>()
  for (const look of looksFor(userId)) {
    for await (const key of rowsOf<ApiKeyDocument>(store, 'api_key', { where: [look] })) {
      const { tenant_id, made_by, revoked_at, level } = key.document
      const isTheirs = tenant_id === tenantId && made_by === userId
      const isBeyond = rights.some((one) => !mayHaveMade(one, level))
      if (isTheirs && revoked_at === null && isBeyond) keys.set(key.id, key)
    }
  }
  return [...keys.values()]
}

/** @param now ms */
export const revoked = (keys: readonly Row<ApiKeyDocument>[], now: number): readonly Write[] =>
  keys.map((key) => updateOf('api_key', nextRow(key, { ...key.document, revoked_at: now }, now)))

/**
 * Revokes the keys that a user's rights no longer cover. A new key is not written together with the user's row, because
 * programs that make many keys at once would refuse each other: its commit only expects that row. So a request that
 * changes rights looks again after its commit, for a key that was made after its first look and before that commit.
 * If the service is killed just then, such a key is refused all the same (accounts/keys.ts), and revoked by the commit
 * that gives its maker more rights again (users/change-handlers.ts).
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
  const done = await runDecision<readonly Row<ApiKeyDocument>[], null>(services, {
    load: async () => {
      const found = await find()
      // Read again, they are refused even if they cannot be revoked now.
      for (const { document } of found) directory.forget(document.hash)
      return ok(found)
    },
    decide: (keys, { now }) => ok({ writes: revoked(keys, now), events: [], reply: null }),
  })
  // Not a refusal: the request that asked for it has been carried out, and a repeat of it revokes them again.
  if (!done.ok) throw new Error(`keys of the user ${userId} could not be revoked: ${done.error.message}`)
}
