import { describe, expect, test } from 'vitest'
import {
  newRow,
  pathOnPage,
  type Row,
  rowsFor,
  rowsSaved,
  sharesOf,
} from '../../../../src-web/application/form/rows.ts'

const row = (key: string, at: number | null, id: string | null): Row => ({ key, at, id })
const untouched = { removed: new Set<string>(), hasTyped: () => false }
const keysOf = (rows: readonly Row[]) => rows.map(({ key }) => key)

describe('the rows of a list', () => {
  test("rows keep their key by their person's id, even when their position changes", () => {
    const rows = [row('a', 0, 'own_1'), row('b', 1, 'own_2')]
    expect(rowsFor(rows, [{ id: 'own_2' }, { id: 'own_1' }], untouched)).toEqual([
      row('b', 0, 'own_2'),
      row('a', 1, 'own_1'),
    ])
  })

  test('a person from another device gets a row before the unsaved ones', () => {
    const rows = [row('a', 0, 'own_1'), row('b', null, null)]
    const next = rowsFor(rows, [{ id: 'own_1' }, { id: 'own_9' }], untouched)
    expect(next.map(({ id }) => id)).toEqual(['own_1', 'own_9', null])
    expect(new Set(keysOf(next)).size).toBe(3)
  })

  test('a person who was removed here is not shown again before the service has saved that', () => {
    const rows = [row('b', 1, 'own_2')]
    const items = [{ id: 'own_1' }, { id: 'own_2' }]
    expect(rowsFor(rows, items, { ...untouched, removed: new Set(['own_1']) })).toEqual(rows)
  })

  test('a person who was removed elsewhere is removed here, unless something was typed about them here', () => {
    const rows = [row('a', 0, 'own_1'), row('b', 1, 'own_2'), row('c', 2, 'own_3')]
    const next = rowsFor(rows, [{ id: 'own_1' }], { ...untouched, hasTyped: (key) => key === 'c' })
    expect(next).toEqual([row('a', 0, 'own_1'), row('c', null, null)])
  })

  test('a list always has a row, and an empty row goes when a person is added', () => {
    const first = rowsFor([], [], untouched)
    expect(first).toMatchObject([{ at: null, id: null }])
    expect(rowsFor(first, [{ id: 'own_1' }], untouched)).toMatchObject([{ at: 0, id: 'own_1' }])
    expect(rowsFor(first, [{ id: 'own_1' }], { ...untouched, hasTyped: () => true })).toHaveLength(2)
    expect(newRow().key).not.toBe(newRow().key)
  })

  test('saved rows get the id of their position, and rows that were not sent stay', () => {
    const sent = [row('a', 0, 'own_1'), row('b', null, null)]
    const rows = [...sent, row('c', null, null)]
    expect(rowsSaved(rows, sent, [{ id: 'own_1' }, { id: 'own_7' }])).toEqual([
      row('a', 0, 'own_1'),
      row('b', 1, 'own_7'),
      row('c', null, null),
    ])
  })
})

describe('the path of a field in a list', () => {
  test("a path from the service is converted to the page's path by the key of the row", () => {
    const rows = [row('a', 1, 'own_2'), row('b', 0, 'own_1')]
    expect(pathOnPage('owners.1.email', 'owners', rows)).toBe('owners.a.email')
    expect(pathOnPage('owners.0.residence_address.city', 'owners', rows)).toBe(
      'owners.b.residence_address.city',
    )
    expect(pathOnPage('company.ein', 'owners', rows)).toBe('company.ein')
  })

  test('the list itself and a position without a row are not fields of the page', () => {
    expect(pathOnPage('owners', 'owners', [])).toBeNull()
    expect(pathOnPage('owners.4.email', 'owners', [row('a', 0, 'own_1')])).toBeNull()
  })
})

describe('the shares of owners', () => {
  test('shares are added up as typed, with or without a percent sign, and invalid ones are ignored', () => {
    const texts: Record<string, string> = {
      'owners.a.ownership_percent': '60 %',
      'owners.b.ownership_percent': '25',
      'owners.c.ownership_percent': 'half',
    }
    const rows = ['a', 'b', 'c', 'd'].map((key) => row(key, null, null))
    expect(sharesOf('owners', rows, (path) => texts[path] ?? '')).toBe(85)
  })
})
