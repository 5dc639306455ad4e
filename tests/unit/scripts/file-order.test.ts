import { expect, test } from 'vitest'
import { fileOrder } from '../../support/file-order.ts'

const file = (path: string, bytes: number) => ({ path: `/countertop/tests/${path}`, bytes })
const namesOf = (files: readonly ReturnType<typeof file>[]) =>
  fileOrder(files).map(({ path }) => path.slice('/countertop/tests/'.length))

test('unit tests begin with the longest file; contract tests begin with the shortest, in between, and not last', () => {
  const unit = [1, 2, 3, 4, 5, 6].map((size) => file(`unit/${size}.test.ts`, size))
  const contract = [1, 2].map((size) => file(`contract/${size}.test.ts`, size * 10))
  expect(namesOf([...unit, ...contract])).toEqual([
    'contract/1.test.ts',
    'unit/6.test.ts',
    'unit/5.test.ts',
    'contract/2.test.ts',
    'unit/4.test.ts',
    'unit/3.test.ts',
    'unit/2.test.ts',
    'unit/1.test.ts',
  ])
})

test('the order does not depend on the order in which the files were found, nor on equal sizes', () => {
  const files = [file('unit/b.test.ts', 5), file('unit/a.test.ts', 5), file('contract/c.test.ts', 5)]
  expect(namesOf([...files].reverse())).toEqual(namesOf(files))
  expect(namesOf(files.slice(0, 2))).toEqual(['unit/a.test.ts', 'unit/b.test.ts'])
})
