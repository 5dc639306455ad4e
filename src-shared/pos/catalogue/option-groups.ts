import { mostModifiers } from '../order/limits.ts'
import type { Modifier } from '../order/order.ts'
import type { OptionGroup } from './option-group.ts'

/** The options of an item: those of its groups, and those that can be added to the line. */
interface WithOptions {
  readonly groups: readonly OptionGroup[]
  readonly modifiers: readonly Modifier[]
}

/**
 * Whether no valid choice is possible: a group requires more options than it has or than a line can hold, or two
 * options of the item have the same name, so that the line would be ambiguous.
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

/** Whether the number of chosen options is valid for the group. */
export const isEnough = ({ min, max, options }: OptionGroup, names: readonly string[]): boolean => {
  const chosen = options.filter(({ name }) => names.includes(name)).length
  return chosen >= min && chosen <= max
}

/**
 * The options of these names, in the item's order.
 * @returns null if an option is not offered, or a group has too few or too many
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

/** Toggles an option. In a group that takes only one, it replaces the previous one. */
export function withOption(
  group: OptionGroup | null,
  names: readonly string[],
  name: string,
): readonly string[] {
  if (names.includes(name)) return names.filter((one) => one !== name)
  if (group === null || group.max > 1) return [...names, name]
  return [...names.filter((one) => !group.options.some((option) => option.name === one)), name]
}
