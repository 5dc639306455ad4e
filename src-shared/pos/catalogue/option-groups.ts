import { mostModifiers } from '../order/limits.ts'
import type { Modifier } from '../order/order.ts'
import type { OptionGroup } from './option-group.ts'

/** The options of an item: those of its groups, and those that may be added to the line. */
interface WithOptions {
  readonly groups: readonly OptionGroup[]
  readonly modifiers: readonly Modifier[]
}

/**
 * Whether nobody could choose by these groups: one asks for more than it has or more than a line holds, or two options
 * of the item have one name, so that a line would not show which was meant.
 */
export function hasUnusableGroups({ groups, modifiers }: WithOptions): boolean {
  if (groups.length === 0) return false
  const names = [...groups.flatMap(({ options }) => options), ...modifiers].map(({ name }) => name)
  return (
    groups.some(({ min, max, options }) => min > max || max > options.length) ||
    groups.reduce((sum, { max }) => sum + max, 0) > mostModifiers ||
    new Set(names).size < names.length
  )
}

/** Whether so many of a group may be chosen. */
export const isEnough = ({ min, max, options }: OptionGroup, names: readonly string[]): boolean => {
  const chosen = options.filter(({ name }) => names.includes(name)).length
  return chosen >= min && chosen <= max
}

/**
 * The options of these names, in the order of the item.
 * @returns null where one is not offered, or a group has too few or too many of them
 */
export function chosenOptions(
  { groups, modifiers }: WithOptions,
  names: readonly string[],
): readonly Modifier[] | null {
  if (!groups.every((group) => isEnough(group, names))) return null
  const offered = [...groups.flatMap(({ options }) => options), ...modifiers]
  const chosen = offered.filter(({ name }) => names.includes(name))
  return chosen.length < new Set(names).size || chosen.length > mostModifiers ? null : chosen
}

/** Chosen anew: in a group of which only one is taken, it takes the place of the one before. */
export function withOption(
  group: OptionGroup | null,
  names: readonly string[],
  name: string,
): readonly string[] {
  if (names.includes(name)) return names.filter((one) => one !== name)
  if (group === null || group.max > 1) return [...names, name]
  return [...names.filter((one) => !group.options.some((option) => option.name === one)), name]
}
