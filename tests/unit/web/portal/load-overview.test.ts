import { expect, test } from 'vitest'
import type { CurrentUserSession } from '../../../../src-shared/api/schemas/user.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { loadOverview } from '../../../../src-web/portal/load-overview.ts'
import type { PortalApi } from '../../../../src-web/portal/portal-api.ts'
import { everything } from '../../../../src-web/portal/scope.ts'

const now = Date.parse('2026-03-20T20:00:00Z')
const dayMs = 86_400_000
const dayBefore = (days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10)

/** The settlement that closed the day so many days ago. */
const settlement = (daysAgo: number, amount_captured: number, status: 'closed' | 'closing' = 'closed') => ({
  id: `stl_${daysAgo}`,
  ...{ day: dayBefore(daysAgo), amount_captured, status, currency: 'USD' },
  created_at: new Date(now - (daysAgo - 1) * dayMs).toISOString(),
  cutoff_at: new Date(now - (daysAgo - 1) * dayMs).toISOString(),
})
const openSale = { created_at: new Date(now).toISOString(), amount_captured: 7, currency: 'USD' }

/** A service with these lists. @param refuses the page of settlements that it does not answer */
function loadedFrom(lists: { settlements?: readonly object[]; open?: readonly object[]; refuses?: number }) {
  let pages = 0
  const pageOf = (
    list: readonly object[],
    { limit, starting_after }: { limit: number; starting_after?: string },
  ) => {
    const from = Number(starting_after ?? 0)
    const isLast = from + limit >= list.length
    return ok({
      data: list.slice(from, from + limit),
      meta: { total: list.length - from, ...(isLast ? {} : { next_cursor: String(from + limit) }) },
    })
  }
  const call = async (name: string, { query, body }: { query: never; body: never }) => {
    if (name !== 'settlements.list') return pageOf(lists.open ?? [], body)
    pages += 1
    return pages === lists.refuses ? err({ kind: 'no_answer' }) : pageOf(lists.settlements ?? [], query)
  }
  const portal = {
    api: { call } as unknown as PortalApi,
    session: { businesses: [] } as unknown as CurrentUserSession,
    scope: everything,
  }
  return { overview: loadOverview(portal, now), pages: () => pages }
}

/** @param accounts each with one settlement for each of the days, of one cent */
const settledBy = (accounts: number, days: number) =>
  Array.from({ length: accounts * days }, (_, index) => settlement(1 + Math.floor(index / accounts), 1))

test('the days of the chart have the settlements of all accounts, which are more than one page', async () => {
  const { overview } = loadedFrom({ settlements: settledBy(20, 14), open: [openSale] })
  const found = await overview
  if (!found.ok) throw new Error('not loaded')
  expect(found.value.sales.days.map(({ settled, open }) => settled + open)).toEqual([
    ...Array.from({ length: 13 }, () => 20),
    7,
  ])
  expect(found.value.atLeast).toBe(false)
})

test('settlements of before the chart are not loaded', async () => {
  const { overview, pages } = loadedFrom({ settlements: settledBy(10, 300) })
  expect(await overview).toMatchObject({ value: { atLeast: false } })
  // Four, and a last look at the newest.
  expect(pages()).toBe(5)
})

test.each([
  ['there are more unsettled sales', { open: Array.from({ length: 301 }, () => openSale) }],
  ['there are more settlements', { settlements: settledBy(100, 14) }],
  ['a settlement has no sum yet', { settlements: [settlement(1, 0, 'closing')] }],
])('the days are a minimum if %s', async (_, lists) => {
  expect(await loadedFrom(lists).overview).toMatchObject({ value: { atLeast: true } })
})

test('without all of its pages, the overview shows nothing', async () => {
  const { overview } = loadedFrom({ settlements: settledBy(20, 14), refuses: 2 })
  expect(await overview).toEqual(err({ kind: 'no_answer' }))
})

/** A service whose settlement of all open sales closes while the page loads, after so many of its answers. */
function closingAfter(answers: number) {
  let given = 0
  const call = async (name: string, { body }: { body?: { status?: string } }) => {
    const isClosed = given >= answers
    given += 1
    const data =
      name === 'settlements.list' ? (isClosed ? [settlement(1, 7)] : []) : isClosed ? [] : [openSale]
    return ok({ data: body !== undefined && body.status === undefined ? [] : data, meta: {} })
  }
  const api = { call } as unknown as PortalApi
  return loadOverview(
    { api, session: { businesses: [] } as unknown as CurrentUserSession, scope: everything },
    now,
  )
}

test.each([0, 1, 2, 3, 4, 5])(
  'a sale whose settlement closes while the overview loads counts once (after %i answers)',
  async (answers) => {
    const found = await closingAfter(answers)
    if (!found.ok) throw new Error('not loaded')
    expect(found.value.sales.days.reduce((sum, { settled, open }) => sum + settled + open, 0)).toBe(7)
    expect(found.value.atLeast).toBe(false)
  },
)

test('if settlements keep closing while the overview loads, the days are a minimum', async () => {
  let asked = 0
  const call = async (name: string) => {
    if (name !== 'settlements.list') return ok({ data: [], meta: {} })
    asked += 1
    return ok({
      data: Array.from({ length: asked }, (_, n) => ({ ...settlement(1, 7), id: `stl_${n}` })),
      meta: {},
    })
  }
  const api = { call } as unknown as PortalApi
  const portal = { api, session: { businesses: [] } as unknown as CurrentUserSession, scope: everything }
  expect(await loadOverview(portal, now)).toMatchObject({ value: { atLeast: true } })
})
