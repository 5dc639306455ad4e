import { expect, test } from 'vitest'
import { categoriesOf, findItems, firstView, viewOf } from '../../../../src-renderer/catalogue/find-items.ts'
import { anItem } from '../../main/orders/selling-harness.ts'

const items = [
  anItem({ id: '1', name: 'Café crème', category: 'Coffee', quick: true }),
  anItem({ id: '2', name: 'Green tea', category: 'Tea', barcode: '4006381333931' }),
  anItem({ id: '3', name: 'Old tea', category: 'Archive', active: false, quick: true }),
]
const named = (found: ReturnType<typeof findItems>) => found.shown.map(({ name }) => name)

test('the first view shows the quick items, or all items when none is quick', () => {
  expect(firstView(items)).toEqual({ kind: 'quick' })
  expect(named(findItems(items, { kind: 'quick' }, ''))).toEqual(['Café crème'])
  expect(firstView(items.slice(1, 2))).toEqual({ kind: 'all' })
})

test('a category that no longer has items gives way to the first view, which the counter shows as empty only if it sells nothing', () => {
  const tea = { kind: 'category', category: 'Tea' } as const
  expect(viewOf(items, null)).toEqual({ kind: 'quick' })
  expect(viewOf(items, tea)).toEqual(tea)
  expect(viewOf(items.slice(0, 1), tea)).toEqual({ kind: 'quick' })
  expect(viewOf(items.slice(1, 2), { kind: 'quick' })).toEqual({ kind: 'all' })
})

test('a search finds words in any order and without accents, and barcodes', () => {
  expect(named(findItems(items, { kind: 'quick' }, 'CREME caf'))).toEqual(['Café crème'])
  expect(named(findItems(items, { kind: 'quick' }, '400638'))).toEqual(['Green tea'])
})

test('inactive items are not shown, and their categories are not listed', () => {
  expect(named(findItems(items, { kind: 'all' }, 'tea'))).toEqual(['Green tea'])
  expect(categoriesOf(items)).toEqual(['Coffee', 'Tea'])
})

test('of thousands of items found, only the first 60 are shown, with the total count', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => anItem({ id: `${n}`, name: `Item ${n}` }))
  const { shown, found } = findItems(many, { kind: 'all' }, '')
  expect(shown).toHaveLength(60)
  expect(found).toBe(5_000)
})
