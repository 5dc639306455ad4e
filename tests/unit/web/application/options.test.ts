import { describe, expect, test } from 'vitest'
import list from '../../../../src-shared/boarding/mcc-list.json'
import common from '../../../../src-web/application/fields/common-categories.json'
import { readCategories } from '../../../../src-web/application/fields/options.ts'
import { readWords } from '../../../../src-web/application/words.ts'

describe('the categories of a form', () => {
  test.each([
    ['en', 'Bakery or pastry shop'],
    ['es', 'Panadería o pastelería'],
    ['fr', 'Boulangerie ou pâtisserie'],
  ] as const)(
    'in %s every category is there once, and the usual ones come first by their own names',
    async (language, bakery) => {
      const categories = await readCategories(await readWords(language))
      expect(categories.map(({ value }) => value).sort()).toEqual(list.map(([code]) => code).sort())
      expect(categories.find(({ value }) => value === '5462')?.label).toBe(bakery)
      const usual = categories.slice(0, common.length)
      expect(new Set(usual.map(({ group }) => group)).size).toBe(1)
      expect(usual.map(({ label }) => label)).toEqual(
        usual.map(({ label }) => label).sort((one, other) => one.localeCompare(other, language)),
      )
      expect(new Set(usual.map(({ label }) => label)).size).toBe(common.length)
    },
  )

  test('a usual category has a name in each language', () => {
    for (const names of common) {
      expect(names).toHaveLength(4)
      expect(names.every((name) => name.trim() !== '')).toBe(true)
    }
  })
})
