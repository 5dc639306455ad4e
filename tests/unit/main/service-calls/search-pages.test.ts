import { expect, test } from 'vitest'
import { everyUnmatched } from '../../../../src-main/reports/every-unmatched.ts'
import { findIntent } from '../../../../src-main/sale/find-intent.ts'
import { everyPage } from '../../../../src-main/service-calls/pages.ts'
import { searchPages } from '../../../../src-main/service-calls/search-pages.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { must } from '../../../support/must.ts'

type Asked = Readonly<Record<string, unknown>>

/** A service with so many intents, of which a page holds at most so many, whatever limit is asked for. */
function serviceWith(intents: number, most: number, change: (number: number) => object = () => ({})) {
  const all = Array.from({ length: intents }, (_, at) => ({
    ...{ id: `pi_${at}`, reference_id: 'sale_1', status: 'cancelled' },
    ...change(at),
  }))
  const asked: Asked[] = []
  const call = async (_name: string, { body, query }: { body?: Asked; query?: Asked }) => {
    const given = body ?? query ?? {}
    asked.push(given)
    const start = all.findIndex(({ id }) => id === given.starting_after) + 1
    const data = all.slice(start, start + most)
    const has_more = start + most < intents
    return {
      ok: true,
      value: { data, meta: { has_more, ...(has_more ? { next_cursor: data.at(-1)?.id } : {}) } },
    }
  }
  return { asked, client: () => ({ call }) as unknown as Client }
}

/** A service with only the specification: pages by number, of which it states nothing else. */
function numbered(intents: number) {
  const asked: Asked[] = []
  const call = async (_name: string, { body }: { body: { page: number; limit: number } }) => {
    asked.push(body)
    const first = (body.page - 1) * body.limit
    const count = Math.max(0, Math.min(body.limit, intents - first))
    return {
      ok: true,
      value: { data: Array.from({ length: count }, (_, at) => ({ id: `pi_${first + at}` })), meta: {} },
    }
  }
  return { asked, client: () => ({ call }) as unknown as Client }
}

async function idsOf(client: () => Client): Promise<readonly string[]> {
  return (await must(everyPage(searchPages(client, { status: 'captured' })))).map(({ id }) => id)
}
const named = (count: number) => Array.from({ length: count }, (_, at) => `pi_${at}`)

test('a search goes on after a page that ended early, by its cursor', async () => {
  const { asked, client } = serviceWith(7, 3)
  expect(await idsOf(client)).toEqual(named(7))
  expect(asked.map(({ page, starting_after }) => page ?? starting_after)).toEqual([1, 'pi_2', 'pi_5'])
})

test('a search of a service with only the specification goes on by page number, until a page is not full', async () => {
  const { asked, client } = numbered(120)
  expect(await idsOf(client)).toEqual(named(120))
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 3])
})

test('a search whose cursor never moves fails: what it found is not everything', async () => {
  const call = async () => ({ ok: true, value: { data: [], meta: { has_more: true, next_cursor: 'pi_1' } } })
  const found = await everyPage(searchPages(() => ({ call }) as unknown as Client, {}))
  expect(found).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
})

test('the intent with a payment is found behind a page that ended early', async () => {
  const { client } = serviceWith(3, 2, (at) => (at === 2 ? { status: 'captured' } : {}))
  expect(await findIntent(client, 'sale_1')).toMatchObject({ ok: true, value: { id: 'pi_2' } })
})

test('all unmatched settlements are read, page by page, and those of a service without pages at once', async () => {
  const { asked, client } = serviceWith(5, 2)
  expect(await everyUnmatched(client)).toMatchObject({ ok: true, value: named(5).map((id) => ({ id })) })
  expect(asked).toEqual([{}, { starting_after: 'pi_1' }, { starting_after: 'pi_3' }])
  const call = async () => ({ ok: true, value: { data: [{ id: 'pmt_1' }] } })
  const once = await everyUnmatched(() => ({ call }) as unknown as Client)
  expect(once).toMatchObject({ ok: true, value: [{ id: 'pmt_1' }] })
})
