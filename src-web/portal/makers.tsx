import type { ApiKey } from '../../src-shared/api/schemas/api-key.ts'
import { type Portal, usePortal, whenIn } from './context.ts'

type Asking = Pick<Portal, 'api' | 'mayWrite'>
type Made = Pick<ApiKey, 'made_by' | 'made_with' | 'created_at'>

/** Name of the creator, or the id if the name is not accessible. Null if not recorded, or not made by a user. */
export interface WithMaker {
  readonly maker: string | null
  /** The key that it was made with. */
  readonly makerKey: string | null
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
  const isWithKeys = items.some(({ made_with }) => made_with !== null)
  const [users, keys] = await Promise.all([
    Promise.all([...userIds].map((id) => api.call('users.get', { params: { id } }))),
    isWithKeys ? api.call('api_keys.list', { query: { limit: 50 } }) : null,
  ])
  const names = new Map<string, string>()
  for (const user of users) {
    if (user.ok) names.set(user.value.id, `${user.value.first_name} ${user.value.last_name}`)
  }
  for (const { id, name } of keys?.ok === true ? keys.value.data : []) names.set(id, name)
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id))
  return ({ made_by, made_with }) => ({ maker: nameOf(made_by), makerKey: nameOf(made_with) })
}

/** When something was created, by whom, and with which key. */
export function MadeBy({ item }: { readonly item: Pick<Made, 'created_at'> & WithMaker }) {
  const { words } = usePortal()
  const { created_at, maker, makerKey } = item
  return (
    <>
      {whenIn(words, created_at)}
      {maker === null ? null : <span class="below">{words('key.madeBy', { name: maker })}</span>}
      {makerKey === null ? null : <span class="below">{words('key.madeWith', { name: makerKey })}</span>}
    </>
  )
}
