import { ownerTitles, titlesOf } from '../../../src-shared/boarding/owner-titles.ts'
import type { Language } from '../../../src-shared/language.ts'
import type { Words } from '../words.ts'
import type { Option, OptionsName, TextOf } from './field.ts'

const ownershipTypes = [
  'SOLO_TRADER',
  'LIMITED_LIABILITY_COMPANY',
  'PARTNERSHIP',
  'PRIVATE',
  'PUBLIC',
  'TAX_EXEMPT_ORGANIZATION',
  'GOVERNMENT',
] as const

export const timeZones: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Halifax',
  'America/St_Johns',
  'America/Toronto',
  'America/Winnipeg',
  'America/Edmonton',
  'America/Vancouver',
]

/** There are many categories, so they are loaded when a page shows them. */
export type Categories = readonly Option[]

const languages = ['en', 'es', 'fr'] as const

/**
 * Sorted by name: first the most common categories in the reader's language, then all others with the card networks'
 * names, which are in English.
 */
export async function readCategories(words: Words): Promise<Categories> {
  const [{ default: list }, { default: common }] = await Promise.all([
    import('../../../src-shared/boarding/mcc-list.json'),
    import('./common-categories.json'),
  ])
  const { language } = words
  const inOrder = (options: Categories, of: Language) =>
    [...options].sort((one, other) => one.label.localeCompare(other.label, of))
  const own = common.map(([value = '', ...names]) => ({
    value,
    label: names[languages.indexOf(language)] ?? value,
    group: words('option.category.common'),
  }))
  const known = new Set(own.map(({ value }) => value))
  const others = list.flatMap(([value = '', label = '']) =>
    known.has(value) ? [] : [{ value, label, group: words('option.category.others') }],
  )
  return [...inOrder(own, language), ...inOrder(others, 'en')]
}

export function optionsOf(
  name: OptionsName,
  {
    words,
    text,
    categories,
  }: { readonly words: Words; readonly text: TextOf; readonly categories: Categories },
): readonly Option[] {
  switch (name) {
    case 'ownership_types':
      return ownershipTypes.map((value) => ({ value, label: words(`option.ownership.${value}`) }))
    case 'titles': {
      // Section 2.11: the legal form determines the possible titles.
      const type = ownershipTypes.find((one) => one === text('company.ownership_type'))
      const titles = type === undefined ? ownerTitles : titlesOf[type]
      return titles.map((value) => ({ value, label: words(`option.title.${value}`) }))
    }
    case 'categories':
      return categories
    case 'time_zones':
      return timeZones.map((value) => ({ value, label: value.replace(/_/g, ' ').replace(/^\w+\//, '') }))
    case 'countries': {
      const names = new Intl.DisplayNames(words.language, { type: 'region' })
      return ['US', 'CA'].map((value) => ({ value, label: names.of(value) ?? value }))
    }
    case 'account_types':
      return (['checking', 'savings'] as const).map((value) => ({
        value,
        label: words(`option.account.${value}`),
      }))
    case 'contractor_types':
      return (['INDIVIDUAL', 'COMPANY'] as const).map((value) => ({
        value,
        label: words(`option.contractor.${value}`),
      }))
  }
}
