import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Location } from '../../src-shared/api/schemas/location.ts'

/** What is found by a part of its name, whatever the case: kept and compared in lower case (`contains`). */
export const foldedName = (name: string): string => name.toLowerCase()

/** Rows of before are not marked (fold-names.ts). */
const folded = () => 1

export const locationColumns = {
  folded,
  name: ({ name }: Pick<Location, 'name'>) => foldedName(name),
} as const

export const applicationColumns = {
  folded,
  /** Its own name and those of the company, a line each. */
  names: ({ name, company }: Partial<Pick<Application, 'name' | 'company'>>) =>
    foldedName([name, company?.legal_name, company?.dba_name].filter(Boolean).join('\n')),
} as const

const notDigits = /\D/g

/** What a customer is searched for by: a telephone number by its digits, however it is written, else a text. */
export const foldedSearch = (text: string): string =>
  /^[\d\s()+./-]+$/.test(text) ? text.replace(notDigits, '') : foldedName(text.trim())

export const customerColumns = {
  folded,
  /** Name, e-mail address and the digits of the telephone number, a line each. */
  found: ({ name, email, phone }: Partial<Pick<Customer, 'name' | 'email' | 'phone'>>) =>
    foldedName([name, email, phone?.replace(notDigits, '')].filter(Boolean).join('\n')),
} as const
