import { expect, test } from 'vitest'
import { err, ok } from '../../../../src-shared/result.ts'
import { findContractor } from '../../../../src-web/portal/find-contractor.ts'
import type { PortalApi } from '../../../../src-web/portal/portal-api.ts'

/** A service with this many contractors, newest first. @param refuses the page that it does not answer */
function contractors(count: number, refuses = Infinity) {
  let pages = 0
  const call = async (_: string, { query }: { query: { limit: number; starting_after?: string } }) => {
    pages += 1
    if (pages === refuses) return err({ kind: 'no_answer' })
    const from = Number(query.starting_after ?? 0)
    const data = Array.from({ length: count }, (_one, at) => ({ id: `ctr_${at}`, name: `Name ${at}` }))
    const end = from + query.limit
    return ok({
      data: data.slice(from, end),
      meta: { has_more: end < count, ...(end < count ? { next_cursor: String(end) } : {}) },
    })
  }
  return { api: { call } as unknown as PortalApi, pages: () => pages }
}

test('a contractor is found on a later page of the list, and pages after it are not read', async () => {
  const { api, pages } = contractors(180)
  expect(await findContractor(api, 'bus_1', 'ctr_70')).toMatchObject({ ok: true, value: { name: 'Name 70' } })
  expect(pages()).toBe(2)
})

test('a contractor who is not among the newest has no name, and the list is not read without end', async () => {
  const few = contractors(60)
  expect(await findContractor(few.api, null, 'ctr_none')).toEqual(ok(null))
  expect(few.pages()).toBe(2)
  const many = contractors(1_000)
  expect(await findContractor(many.api, null, 'ctr_999')).toEqual(ok(null))
  expect(many.pages()).toBe(4)
})

test('a list that does not answer is a failure, not a contractor without a name', async () => {
  expect(await findContractor(contractors(180, 2).api, null, 'ctr_70')).toEqual(err({ kind: 'no_answer' }))
})
