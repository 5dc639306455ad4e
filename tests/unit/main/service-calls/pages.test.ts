import { expect, test } from 'vitest'
import { everyPage, pagesUntil } from '../../../../src-main/service-calls/pages.ts'
import type { CursorQuery } from '../../../../src-shared/api/schemas/common.ts'
import { ok } from '../../../../src-shared/result.ts'

interface Row {
  readonly id: string
}
const row = (number: number): Row => ({ id: `row_${number}` })

const never = () => false

/** A list with generated pages, which counts its requests. */
function listOf(pageOf: (asked: number, query: CursorQuery) => { rows: readonly Row[]; next?: string }) {
  let asked = 0
  const ask = (query: CursorQuery) => {
    asked++
    const { rows, next } = pageOf(asked, query)
    const meta = { has_more: next !== undefined, ...(next === undefined ? {} : { next_cursor: next }) }
    return Promise.resolve(ok({ data: rows, meta }))
  }
  return { ask, asked: () => asked }
}

test('a list is read to its end, from any starting row', async () => {
  const cursors: (string | undefined)[] = []
  const { ask } = listOf((asked, { starting_after }) => {
    cursors.push(starting_after)
    return asked < 3 ? { rows: [row(asked)], next: `row_${asked}` } : { rows: [row(asked)] }
  })
  expect(await pagesUntil(never, ask, 'row_0')).toEqual(ok({ rows: [1, 2, 3].map(row), next: null }))
  expect(cursors).toEqual(['row_0', 'row_1', 'row_2'])
})

test('a list that repeats the same cursor is not requested again', async () => {
  const { ask, asked } = listOf(() => ({ rows: [row(1)], next: 'row_1' }))
  expect(await pagesUntil(never, ask)).toEqual(ok({ rows: [row(1), row(1)], next: 'row_1' }))
  expect(asked()).toBe(2)
})

test('a list of endless empty pages is requested 60 times, and its end remains unknown', async () => {
  const { ask, asked } = listOf((number) => ({ rows: [], next: `row_${number}` }))
  expect(await pagesUntil(never, ask)).toEqual(ok({ rows: [], next: 'row_60' }))
  expect(asked()).toBe(60)
})

test('every row of a long list is read', async () => {
  const { ask } = listOf((asked) => ({
    rows: Array.from({ length: 50 }, () => row(asked)),
    ...(asked < 100 ? { next: `row_${asked}` } : {}),
  }))
  const found = await everyPage(ask)
  expect(found.ok && found.value).toHaveLength(5_000)
})

test('a list whose end is not reached fails: some of its rows are never taken for all', async () => {
  const endless = listOf((asked) => ({ rows: [row(asked)], next: `row_${asked}` }))
  const repeating = listOf(() => ({ rows: [row(1)], next: 'row_1' }))
  for (const { ask } of [endless, repeating]) {
    expect(await everyPage(ask)).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
  }
})

test('a list that begins with the newest is read only as far as it is needed', async () => {
  const { ask, asked } = listOf((number) => ({ rows: [row(number)], next: `row_${number}` }))
  expect(await everyPage(ask, ([first]) => first?.id === 'row_3')).toEqual(ok([1, 2, 3].map(row)))
  expect(asked()).toBe(3)
})

test('where a page names no cursor, the next one begins after its last row', async () => {
  const asked: CursorQuery[] = []
  const found = await everyPage<Row>((query) => {
    asked.push(query)
    return Promise.resolve(ok({ data: [row(asked.length)], meta: { has_more: asked.length < 3 } }))
  })
  expect(found).toEqual(ok([1, 2, 3].map(row)))
  expect(asked.map(({ starting_after }) => starting_after)).toEqual([undefined, 'row_1', 'row_2'])
})
