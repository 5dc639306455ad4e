import { expect, test } from 'vitest'
import { filterBelow } from '../../../scripts/lib/file-filter.mjs'

const files = [
  'tests/e2e/portal.spec.ts',
  'tests/e2e/cancel.spec.ts',
  'tests/e2e/screens/portal-links.spec.ts',
]
const found = (root: string, word: string) => {
  const pattern = new RegExp(filterBelow(`${root}/`, word))
  return files.filter((file) => pattern.test(`${root}/${file}`))
}

test.each(['/home/ada/countertop', '/home/ada/portal', '/home/ada/portal (2)+cancel', '/portal.d/x'])(
  'only files below the working copy match a word of their path, whose root is %s',
  (root) => {
    expect(found(root, 'portal')).toEqual([files[0], files[2]])
    expect(found(root, 'e2e/cancel')).toEqual([files[1]])
    expect(found(root, 'tests/e2e/portal.spec.ts')).toEqual([files[0]])
    expect(found(root, 'receipts')).toEqual([])
  },
)

test('a word of a path is found where folders are written with backslashes', () => {
  const root = 'C:\\work\\portal'
  expect(new RegExp(filterBelow(root, 'cancel')).test(`${root}\\tests\\e2e\\cancel.spec.ts`)).toBe(true)
  expect(new RegExp(filterBelow(root, 'portal')).test(`${root}\\tests\\e2e\\cancel.spec.ts`)).toBe(false)
})
