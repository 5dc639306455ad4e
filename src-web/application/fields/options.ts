import { ownerTitles, titlesOf } from '../../../src-shared/boarding/owner-titles.ts'
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

const timeZones = [
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

/** The categories are many: they are read when a page is to show them. */
export type Categories = readonly Option[]

/** By what they are called, as a reader looks for them. */
export async function readCategories(): Promise<Categories> {
  const { default: list } = await import('../../../src-shared/boarding/mcc-list.json')
  return list
    .map(([value = '', label = '']) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
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
      // Section 2.11: the legal form decides which titles there are.
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
