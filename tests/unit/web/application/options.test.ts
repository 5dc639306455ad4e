import { afterEach, describe, expect, test, vi } from 'vitest'
import list from '../../../../src-shared/boarding/mcc-list.json'
import { applicationSteps } from '../../../../src-web/application/fields/application-steps.ts'
import common from '../../../../src-web/application/fields/common-categories.json'
import { readCategories } from '../../../../src-web/application/fields/options.ts'
import { readWords } from '../../../../src-web/application/words.ts'

describe('the categories of a form', () => {
  test.each([
    ['en', 'Bakery or pastry shop'],
    ['es', 'Panadería o pastelería'],
    ['fr', 'Boulangerie ou pâtisserie'],
  ] as const)(
    'in %s the list has every category once, with the usual ones first under their common names',
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

describe('the initial time zone in the form of a business', () => {
  const fields = applicationSteps.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'fields' ? block.fields : [])),
  )
  const initial = fields.find(({ path }) => path === 'company.timezone')?.initial
  const resolved = new Intl.DateTimeFormat('en').resolvedOptions()
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['America/Chicago', 'America/Chicago'],
    ['Europe/Berlin', ''],
    ['Etc/Unknown', ''],
  ])('is that of the browser, %s, if the list contains it', (timeZone, begun) => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...resolved, timeZone })
    expect(initial?.()).toBe(begun)
  })
})
