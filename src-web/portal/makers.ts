import type { ApiKey } from '../../src-shared/api/schemas/api-key.ts'
import type { Portal } from './context.ts'

type Asking = Pick<Portal, 'api' | 'mayWrite'>
export type Made = Pick<ApiKey, 'made_by' | 'made_with' | 'created_at'>

/** The name is null if this user may not see it. */
export interface Maker {
  readonly name: string | null
}

/** The creator. Null if not recorded, or not made by a user. */
export interface WithMaker {
  readonly maker: Maker | null
  /** The key that it was made with. */
  readonly makerKey: Maker | null
}

/** Pages of fifty to look through; a list is not read without end. */
const mostPages = 4

/** The names of these keys. One that is missing is not among the newest, or not this user's to see. */
async function namesOfKeys(
  api: Asking['api'],
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  let starting_after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await api.call('api_keys.list', { query: { limit: 50, starting_after } })
    if (!answer.ok) break
    for (const { id, name } of answer.value.data) if (ids.has(id)) names.set(id, name)
    starting_after = answer.value.meta.next_cursor
    if (starting_after === undefined || names.size === ids.size) break
  }
  return names
}

/** Adds the creator to a key or an endpoint; omitted for users who may not see users and keys. */
export const withMaker = async <Item extends Made>(
  portal: Asking,
  item: Item,
): Promise<Item & WithMaker> => ({
  ...item,
  ...(await makersOf(portal, [item]))(item),
})

/** The same for a page of a list. */
export async function withMakers<Item extends Made, Page extends { readonly data: readonly Item[] }>(
  portal: Asking,
  page: Page & { readonly data: readonly Item[] },
): Promise<Omit<Page, 'data'> & { readonly data: readonly (Item & WithMaker)[] }> {
  const makerOf = await makersOf(portal, page.data)
  return { ...page, data: page.data.map((item) => ({ ...item, ...makerOf(item) })) }
}

async function makersOf(
  { api, mayWrite }: Asking,
  items: readonly Made[],
): Promise<(item: Made) => WithMaker> {
  if (!mayWrite) return () => ({ maker: null, makerKey: null })
  const userIds = new Set(items.flatMap(({ made_by }) => made_by ?? []))
  const keyIds = new Set(items.flatMap(({ made_with }) => made_with ?? []))
  const [users, keys] = await Promise.all([
    Promise.all([...userIds].map((id) => api.call('users.get', { params: { id } }))),
    keyIds.size === 0 ? [] : namesOfKeys(api, keyIds),
  ])
  const names = new Map<string, string>(keys)
  for (const user of users) {
    if (user.ok) names.set(user.value.id, `${user.value.first_name} ${user.value.last_name}`)
  }
  const nameOf = (id: string | null) => (id === null ? null : { name: names.get(id) ?? null })
  return ({ made_by, made_with }) => ({ maker: nameOf(made_by), makerKey: nameOf(made_with) })
}
