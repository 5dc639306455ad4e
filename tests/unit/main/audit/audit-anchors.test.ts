import { expect, test } from 'vitest'
import { auditAnchorsOf } from '../../../../src-main/audit/audit-anchors.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { CursorQuery } from '../../../../src-shared/api/schemas/common.ts'

/** A service that keeps this many heads, the newest first. */
function serviceWith(count: number): Client {
  const heads = Array.from({ length: count }, (_, index) => ({ id: `head_${count - index}` }))
  const call = async (_: string, { query }: { readonly query: CursorQuery }) => {
    const first = heads.findIndex(({ id }) => id === query.starting_after) + 1
    const data = heads.slice(first, first + (query.limit ?? 10))
    const has_more = first + data.length < count
    return { ok: true, value: { data, meta: { has_more, next_cursor: data.at(-1)?.id } } }
  }
  return { call } as unknown as Client
}

test('an audit is compared with every head that the service keeps, however many there are', async () => {
  const found = await auditAnchorsOf(serviceWith(4_000), 'till_1').all('accepted')
  expect(found.ok && found.value).toHaveLength(4_000)
  expect(found.ok && found.value[0]).toMatchObject({ id: 'head_1' })
})
