import { expect, test } from 'vitest'
import { everyPage, pagesUntil } from '../../../../src-main/service-calls/pages.ts'
import type { CursorQuery } from '../../../../src-shared/api/schemas/common.ts'
import { ok } from '../../../../src-shared/result.ts'

const never = () => false

/** A list with generated pages, which counts its requests. */
function listOf(pageOf: (asked: number, query: CursorQuery) => { rows: readonly number[]; next?: string }) {
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
    return asked < 3 ? { rows: [asked], next: `row_${asked}` } : { rows: [asked] }
  })
  expect(await pagesUntil(never, ask, 'row_0')).toEqual(ok({ rows: [1, 2, 3], next: null }))
  expect(cursors).toEqual(['row_0', 'row_1', 'row_2'])
})

test('a list that repeats the same cursor is not requested again', async () => {
  const { ask, asked } = listOf(() => ({ rows: [1], next: 'row_1' }))
  expect(await pagesUntil(never, ask)).toEqual(ok({ rows: [1, 1], next: 'row_1' }))
  expect(asked()).toBe(2)
})

test('a list of endless empty pages is requested 60 times, and its end remains unknown', async () => {
  const { ask, asked } = listOf((number) => ({ rows: [], next: `row_${number}` }))
  expect(await pagesUntil(never, ask)).toEqual(ok({ rows: [], next: 'row_60' }))
  expect(asked()).toBe(60)
  expect(await everyPage(ask)).toEqual(ok([]))
})
