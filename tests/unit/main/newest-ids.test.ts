import { expect, test } from 'vitest'
import { createNewestIds } from '../../../src-main/newest-ids.ts'

test('only the newest ids are kept, one that comes again is as new as the last', () => {
  const ids = createNewestIds(3, ['old', 'bill_1'])
  for (const id of ['bill_2', 'bill_3', 'bill_1', 'bill_4']) ids.add(id)
  expect(['old', 'bill_1', 'bill_2', 'bill_3', 'bill_4'].filter(ids.has)).toEqual([
    'bill_1',
    'bill_3',
    'bill_4',
  ])
})
