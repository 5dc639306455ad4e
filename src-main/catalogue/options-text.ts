import { type OptionGroup, optionGroupSchema } from '../../src-shared/pos/catalogue/option-group.ts'
import { hasUnusableGroups } from '../../src-shared/pos/catalogue/option-groups.ts'
import { type Modifier, modifierSchema } from '../../src-shared/pos/order/order.ts'
import { parsePrice, priceText } from '../../src-shared/price-text.ts'

/** Options and option groups as text in one cell; a backslash escapes separators. */
export const listOf = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[\\|]/g, '\\$&')).join(' | ')

export const modifierText = ({ name, amount }: Modifier): string =>
  `${name} ${amount < 0 ? '' : '+'}${priceText(amount)}`

/** For example "Size 1-1: Small; Large +0.50 | Extras 0-2: Oat milk +0.60; Cinnamon". */
export const groupsText = (groups: readonly OptionGroup[]): string =>
  groups
    .map(({ name, min, max, options }) => {
      const listed = options.map((option) => marked(modifierText(option))).join('; ')
      return `${marked(`${name} ${min}-${max}`)}: ${listed}`
    })
    .join(' | ')

const marked = (text: string): string => text.replace(/[\\|:;]/g, '\\$&')

/** Splits at unescaped separators; other escapes stay. */
function partsOf(text: string, separator: '|' | ';'): readonly string[] {
  const pattern = separator === '|' ? /(?:\\.|[^|\\])+/gs : /(?:\\.|[^;\\])+/gs
  return (text.match(pattern) ?? []).map((part) => part.trim()).filter((part) => part !== '')
}

const unmarked = (text: string): string => text.trim().replace(/\\(.)/gs, '$1')

export const listed = (text: string): readonly string[] => partsOf(text, '|').map(unmarked)

/**
 * An amount has a sign, so "Size 10" is a name. Text that looks like money without a sign is rejected, since either
 * guess could charge a wrong price.
 */
function parseModifier(part: string): Modifier | null {
  const [, name = part, amount] = /^(.*?)\s+([-+][$€£]?[\d.,]+)$/s.exec(part) ?? []
  if (amount === undefined && /\s[$€£]?\d+[.,]\d\d$/.test(part)) return null
  return (
    modifierSchema.safeParse({ name, amount: amount === undefined ? 0 : parsePrice(amount) }).data ?? null
  )
}

/** @returns null where one cannot be read */
export function parseModifiers(parts: readonly string[]): readonly Modifier[] | null {
  const modifiers = parts.flatMap((part) => parseModifier(part) ?? [])
  return modifiers.length < parts.length || modifiers.length > 20 ? null : modifiers
}

/** @param modifiers the item's other options: names must be unique. @returns null where the groups are unusable */
export function parseGroups(text: string, modifiers: readonly Modifier[]): readonly OptionGroup[] | null {
  const parts = partsOf(text, '|')
  const groups = parts.flatMap((part) => parseGroup(part) ?? [])
  if (groups.length < parts.length || groups.length > 6) return null
  return hasUnusableGroups({ groups, modifiers }) ? null : groups
}

/** Without numbers, exactly one option is chosen. */
function parseGroup(text: string): OptionGroup | null {
  const [, head, rest] = /^((?:\\.|[^:\\])+):(.*)$/s.exec(text) ?? []
  if (head === undefined || rest === undefined) return null
  const [, name = head, min = '1', max = min] = /^(.*?)\s+(\d{1,2})-(\d{1,2})$/s.exec(head.trim()) ?? []
  const options = parseModifiers(partsOf(rest, ';').map(unmarked))
  const group = { name: unmarked(name), min: Number(min), max: Number(max), options }
  return optionGroupSchema.safeParse(group).data ?? null
}
