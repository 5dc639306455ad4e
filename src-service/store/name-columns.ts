import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Location } from '../../src-shared/api/schemas/location.ts'

/** Folds a name for case-insensitive search by a part of it: stored and compared in lower case (`contains`). */
export const foldedName = (name: string): string => name.toLowerCase()

/** Marks a row as folded; rows of older versions are not marked (fold-names.ts). */
const folded = () => 1

export const locationColumns = {
  folded,
  name: ({ name }: Pick<Location, 'name'>) => foldedName(name),
} as const

export const applicationColumns = {
  folded,
  /** The application's name and the company's names, one per line. */
  names: ({ name, company }: Partial<Pick<Application, 'name' | 'company'>>) =>
    foldedName([name, company?.legal_name, company?.dba_name].filter(Boolean).join('\n')),
} as const

const notDigits = /\D/g

/** Folds a search text for customers: a telephone number to its digits, any other text to lower case. */
export const foldedSearch = (text: string): string =>
  /^[\d\s()+./-]+$/.test(text) ? text.replace(notDigits, '') : foldedName(text.trim())

export const customerColumns = {
  folded,
  /** Name, e-mail address and the digits of the telephone number, one per line. */
  found: ({ name, email, phone }: Partial<Pick<Customer, 'name' | 'email' | 'phone'>>) =>
    foldedName([name, email, phone?.replace(notDigits, '')].filter(Boolean).join('\n')),
} as const
