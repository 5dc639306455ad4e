import { describe, expect, test } from 'vitest'
import type { OptionGroup } from '../../../../../src-shared/pos/catalogue/option-group.ts'
import {
  chosenOptions,
  hasUnusableGroups,
  withOption,
} from '../../../../../src-shared/pos/catalogue/option-groups.ts'

const option = (name: string, amount = 0) => ({ name, amount })
const size: OptionGroup = { name: 'Size', min: 1, max: 1, options: [option('S'), option('L', 50)] }
const extras: OptionGroup = {
  name: 'Extras',
  min: 0,
  max: 2,
  options: [option('Ice'), option('Lemon', 20), option('Mint', 30)],
}
const drink = { groups: [size, extras], modifiers: [option('To go')] }

describe('the options of an item', () => {
  test('chosen options come in the order of the item, with their prices', () => {
    expect(chosenOptions(drink, ['To go', 'Lemon', 'L'])).toEqual([
      option('L', 50),
      option('Lemon', 20),
      option('To go'),
    ])
  })

  test.each([
    ['no option of a group that needs one', []],
    ['two options of a group that allows one', ['S', 'L']],
    ['more options than a group allows', ['S', 'Ice', 'Lemon', 'Mint']],
    ['an option that the item does not have', ['S', 'Gold']],
  ])('a choice is invalid with %s', (_, names) => {
    expect(chosenOptions(drink, names)).toBeNull()
  })

  test('an item without option groups needs no choice', () => {
    expect(chosenOptions({ groups: [], modifiers: [option('To go')] }, [])).toEqual([])
  })

  test('in a group that allows one option, choosing another replaces the first', () => {
    expect(withOption(size, ['S', 'Ice'], 'L')).toEqual(['Ice', 'L'])
    expect(withOption(extras, ['S', 'Ice'], 'Mint')).toEqual(['S', 'Ice', 'Mint'])
    expect(withOption(extras, ['S', 'Ice'], 'Ice')).toEqual(['S'])
    expect(withOption(null, ['S'], 'To go')).toEqual(['S', 'To go'])
  })
})

describe('option groups that cannot be used', () => {
  test.each([
    ['a minimum above its maximum', { ...size, min: 2 }],
    ['a maximum above the number of its options', { ...size, min: 1, max: 3 }],
    ['an option twice', { ...size, options: [option('S'), option('S')] }],
    ['an option that every item can have', { ...size, options: [option('S'), option('To go')] }],
  ])('a group is refused that has %s', (_, group) => {
    expect(hasUnusableGroups({ groups: [group], modifiers: [option('To go')] })).toBe(true)
  })

  test('groups that require more options than a line can hold are refused', () => {
    const many = Array.from({ length: 11 }, (_, n) => option(`O${n}`))
    const groups = [
      { ...extras, max: 6, options: many.slice(0, 6) },
      { ...size, max: 5, options: many.slice(6) },
    ]
    expect(hasUnusableGroups({ groups, modifiers: [] })).toBe(true)
  })

  test('duplicate option names are allowed on an item without groups', () => {
    expect(hasUnusableGroups({ groups: [], modifiers: [option('To go'), option('To go')] })).toBe(false)
    expect(hasUnusableGroups(drink)).toBe(false)
  })
})
