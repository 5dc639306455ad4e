import { expect, test } from 'vitest'
import { err, ok } from '../../../../src-shared/result.ts'
import { withMaker, withMakers } from '../../../../src-web/portal/makers.ts'
import type { PortalApi } from '../../../../src-web/portal/portal-api.ts'

/** A service with this many keys, newest first. */
function service(count: number) {
  const asked: string[] = []
  const call = async (
    name: string,
    input: { query?: { limit: number; starting_after?: string }; params?: { id: string } },
  ) => {
    asked.push(name)
    if (name === 'users.get')
      return input.params?.id === 'user_ada'
        ? ok({ id: 'user_ada', first_name: 'Ada', last_name: 'Reed' })
        : err({ kind: 'not_found' })
    const from = Number(input.query?.starting_after ?? 0)
    const end = from + (input.query?.limit ?? 0)
    const data = Array.from({ length: count }, (_, at) => ({ id: `key_${at}`, name: `Key ${at}` })).slice(
      from,
      end,
    )
    return ok({ data, meta: { has_more: end < count, ...(end < count ? { next_cursor: String(end) } : {}) } })
  }
  return { portal: { api: { call } as unknown as PortalApi, mayWrite: true }, asked }
}

const made = (made_by: string | null, made_with: string | null) => ({
  made_by,
  made_with,
  created_at: '2026-01-31T12:00:00.000Z',
})

test('the key that made something has its name, also if it is not among the newest fifty', async () => {
  const { portal, asked } = service(180)
  expect(await withMaker(portal, made('user_ada', 'key_70'))).toMatchObject({
    maker: { name: 'Ada Reed' },
    makerKey: { name: 'Key 70' },
  })
  expect(asked.filter((name) => name === 'api_keys.list')).toHaveLength(2)
})

test('a key or user that this user may not see has no name, and no id in its place', async () => {
  expect(await withMaker(service(60).portal, made('user_gone', 'key_above'))).toMatchObject({
    maker: { name: null },
    makerKey: { name: null },
  })
})

test('a list of keys is not read without end, and not at all if no key made anything', async () => {
  const many = service(1_000)
  const page = { data: [made(null, 'key_999'), made(null, 'key_1')] }
  expect((await withMakers(many.portal, page)).data.map(({ makerKey }) => makerKey)).toEqual([
    { name: null },
    { name: 'Key 1' },
  ])
  expect(many.asked).toHaveLength(4)
  const none = service(60)
  expect(await withMaker(none.portal, made(null, null))).toMatchObject({ maker: null, makerKey: null })
  expect(none.asked).toEqual([])
})
