import { expect, test } from 'vitest'
import { createNewestEntries, createNewestIds } from '../../../src-shared/newest.ts'

test('only the newest ids are kept, and adding an id again makes it the newest', () => {
  const ids = createNewestIds(3, ['old', 'bill_1'])
  for (const id of ['bill_2', 'bill_3', 'bill_1', 'bill_4']) ids.add(id)
  expect(['old', 'bill_1', 'bill_2', 'bill_3', 'bill_4'].filter(ids.has)).toEqual([
    'bill_1',
    'bill_3',
    'bill_4',
  ])
})

test('only the newest entries are kept, with their last values, until they are deleted', () => {
  const entries = createNewestEntries<number>(2)
  entries.set('one', 1)
  entries.set('two', 2)
  entries.set('one', 11)
  entries.set('three', 3)
  expect(['one', 'two', 'three'].map(entries.get)).toEqual([11, undefined, 3])
  entries.delete('one')
  entries.set('four', 4)
  expect(['one', 'three', 'four'].map(entries.get)).toEqual([undefined, 3, 4])
})
