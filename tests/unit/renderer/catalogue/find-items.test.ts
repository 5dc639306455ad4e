import { expect, test } from 'vitest'
import { categoriesOf, findItems, firstView } from '../../../../src-renderer/catalogue/find-items.ts'
import { anItem } from '../../main/orders/selling-harness.ts'

const items = [
  anItem({ id: '1', name: 'Café crème', category: 'Coffee', quick: true }),
  anItem({ id: '2', name: 'Green tea', category: 'Tea', barcode: '4006381333931' }),
  anItem({ id: '3', name: 'Old tea', category: 'Archive', active: false, quick: true }),
]
const named = (found: ReturnType<typeof findItems>) => found.shown.map(({ name }) => name)

test('the first view shows the quick items, or all of them where none is quick', () => {
  expect(firstView(items)).toEqual({ kind: 'quick' })
  expect(named(findItems(items, { kind: 'quick' }, ''))).toEqual(['Café crème'])
  expect(firstView(items.slice(1, 2))).toEqual({ kind: 'all' })
})

test('a search finds words in any order, without accents, and barcodes', () => {
  expect(named(findItems(items, { kind: 'quick' }, 'CREME caf'))).toEqual(['Café crème'])
  expect(named(findItems(items, { kind: 'quick' }, '400638'))).toEqual(['Green tea'])
})

test('what is not for sale is neither shown nor named as a category', () => {
  expect(named(findItems(items, { kind: 'all' }, 'tea'))).toEqual(['Green tea'])
  expect(categoriesOf(items)).toEqual(['Coffee', 'Tea'])
})

test('of thousands no more are drawn than a person looks through, and the rest is counted', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => anItem({ id: `${n}`, name: `Item ${n}` }))
  const { shown, found } = findItems(many, { kind: 'all' }, '')
  expect(shown).toHaveLength(60)
  expect(found).toBe(5_000)
})
