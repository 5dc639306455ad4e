import type { OwnershipType } from '../api/schemas/company.ts'

export const ownerTitles = [
  'PRESIDENT',
  'VICE_PRESIDENT',
  'TREASURER',
  'CEO',
  'CFO',
  'COO',
  'SECRETARY',
  'MEMBER LLC',
  'ADMINISTRATOR',
  'OWNER',
  'PARTNER',
] as const
export type OwnerTitle = (typeof ownerTitles)[number]

const officers = ['PRESIDENT', 'VICE_PRESIDENT', 'SECRETARY', 'TREASURER', 'CEO', 'CFO', 'COO'] as const

/** Section 2.11: the owner titles valid for each kind of ownership. */
export const titlesOf: { readonly [Type in OwnershipType]: readonly OwnerTitle[] } = {
  LIMITED_LIABILITY_COMPANY: [...officers, 'MEMBER LLC'],
  PRIVATE: officers,
  TAX_EXEMPT_ORGANIZATION: ['ADMINISTRATOR'],
  SOLO_TRADER: ['OWNER'],
  PARTNERSHIP: ['PARTNER'],
  GOVERNMENT: ['ADMINISTRATOR'],
  PUBLIC: ['ADMINISTRATOR'],
}
