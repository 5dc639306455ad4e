import type { ParameterError } from '../../src-shared/api/errors.ts'
import type { ContractorApplicationData } from '../../src-shared/api/schemas/contractor.ts'
import type {
  ContractorForm,
  ContractorFormOwner,
  SaveContractorPageBody,
} from '../../src-shared/api/schemas/contractor-page.ts'
import { isRoutingNumber } from '../../src-shared/payments/routing-number.ts'
import { addressesRefused, ownerAddresses } from '../boarding/addresses.ts'
import type { Confidential } from '../boarding/confidential.ts'
import { isFilledIn } from '../boarding/is-filled-in.ts'
import { createKeeper } from '../boarding/keep-confidential.ts'
import { formerOwner, isIdShared, overOwned } from '../boarding/ownership.ts'

/**
 * Returns the initial form, with the data that the business has sent about the contractor. Its owners get the same
 * generated ids each time, until the first save stores them.
 */
export function formFrom(applicationId: string, data: ContractorApplicationData | null): ContractorForm {
  const empty = { individual: null, company: null, bank_account: null, terms_accepted: false }
  if (data === null) return { type: null, ...empty }
  return 'company' in data
    ? { type: 'COMPANY', ...empty, company: withOwnerIds(applicationId, data.company) }
    : { type: 'INDIVIDUAL', ...empty, individual: data.individual }
}

type FormCompany = NonNullable<ContractorForm['company']>
type WithOwners = Omit<FormCompany, 'company_owners'> & {
  readonly company_owners?:
    | readonly (Omit<ContractorFormOwner, 'id'> & { readonly id?: string })[]
    | undefined
}

export function withOwnerIds(
  applicationId: string,
  { company_owners: owners, ...company }: WithOwners,
): FormCompany {
  const known = owners?.map((owner, index) => ({
    id: `${applicationId.replace(/^[a-z]+_/, 'own_')}${index}`,
    ...owner,
  }))
  return known === undefined ? company : { ...company, company_owners: known }
}

export interface MergedForm {
  readonly form: ContractorForm
  readonly details: Confidential
  readonly problems: readonly ParameterError[]
}

/**
 * Replaces stored fields by the sent ones, field by field, also in addresses; the list of owners is replaced as a
 * whole. Confidential values go to `details` and are masked in the form.
 * @param today as YYYY-MM-DD
 * @param newOwnerId makes the id of an owner that is sent without one
 */
export function mergeForm(
  former: ContractorForm,
  formerDetails: Confidential,
  { type, individual, company, bank_account: bank, terms_accepted }: SaveContractorPageBody,
  today: string,
  newOwnerId: () => string,
): MergedForm {
  const keeper = createKeeper(formerDetails)
  const number = (param: string, given: string | undefined, shown: string | undefined) =>
    given === undefined ? undefined : keeper.number(param, param, given, shown)
  const { birth_date } = individual ?? {}
  const date =
    birth_date === undefined
      ? undefined
      : keeper.date(
          'individual.birth_date',
          'individual.birth_date',
          birth_date,
          former.individual?.birth_date,
        )
  if (birth_date !== undefined && !birth_date.includes('*') && birth_date > today) {
    keeper.refuse('individual.birth_date', 'individual.birth_date is in the future.')
  }
  const routing = bank?.routing_number
  if (routing !== undefined && !isRoutingNumber(routing)) {
    const param = 'bank_account.routing_number'
    keeper.refuse(param, `${param} is not a routing number: its check digit is wrong.`)
  }
  const { company_owners: owners, ...companyFields } = company ?? {}
  const ownerOf = ({ id: _, ...given }: GivenOwner, index: number): ContractorFormOwner => {
    const param = `company.company_owners.${index}.id`
    const formerOwners = former.company?.company_owners ?? []
    const { known, refusal } = formerOwner(param, formerOwners, owners ?? [], index)
    if (refusal !== undefined) keeper.refuse(param, refusal)
    const isOwn = known !== undefined && !isIdShared(formerOwners, known)
    return { ...known, ...given, id: isOwn ? known.id : newOwnerId() }
  }
  const form: ContractorForm = {
    type: type ?? former.type,
    individual: merged(former.individual, individual, {
      address: merged(former.individual?.address, individual?.address),
      ssn: number('individual.ssn', individual?.ssn, former.individual?.ssn),
      birth_date: date,
    }),
    company: merged<NonNullable<ContractorForm['company']>>(
      former.company,
      company === undefined ? undefined : companyFields,
      {
        company_owners: owners?.map(ownerOf),
        business_address: merged(former.company?.business_address, company?.business_address),
        ein: number('company.ein', company?.ein, former.company?.ein),
      },
    ),
    bank_account: merged(former.bank_account, bank, {
      account_number: number(
        'bank_account.account_number',
        bank?.account_number,
        former.bank_account?.account_number,
      ),
    }),
    terms_accepted: terms_accepted ?? former.terms_accepted,
  }
  // Data that the business has filled in is checked only when it changes.
  const refused = addressesRefused([
    ['individual.address', form.individual?.address, former.individual?.address],
    ['company.business_address', form.company?.business_address, former.company?.business_address],
    ...ownerAddresses(
      'company.company_owners',
      form.company?.company_owners ?? [],
      former.company?.company_owners ?? [],
    ),
  ])
  for (const { param, message } of refused) keeper.refuse(param, message)
  const shares = overOwned(form.company?.company_owners ?? [], 'company.company_owners')
  if (shares !== null) keeper.refuse(shares.param, shares.message)
  return { form, details: keeper.details(), problems: keeper.problems() }
}

type GivenOwner = NonNullable<NonNullable<SaveContractorPageBody['company']>['company_owners']>[number]

/** @param own values that replace the sent ones; absent values are ignored */
function merged<Fields extends object>(
  former: Fields | null | undefined,
  given: Fields | undefined,
  own: { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined } = {},
): Fields | null {
  if (given === undefined) return former ?? null
  const present = Object.entries(own).filter(([, value]) => value != null)
  return { ...former, ...given, ...Object.fromEntries(present) } as Fields
}

const addressFields = ['country', 'state', 'city', 'zip_code', 'address_line1'] as const

/** Section 2.11: returns the paths of missing required fields. The fields of the other type are not required. */
export function missingOf({ type, individual, company, bank_account, terms_accepted }: ContractorForm) {
  const missing: string[] = []
  const need = <Fields extends object>(
    at: string,
    fields: Fields | null | undefined,
    names: readonly (keyof Fields & string)[],
  ) => {
    for (const name of names) if (!isFilledIn(fields?.[name])) missing.push(`${at}.${name}`)
  }
  if (type === null) return ['type']
  if (type === 'INDIVIDUAL') {
    need('individual', individual, ['first_name', 'last_name', 'email', 'birth_date', 'ssn'])
    need('individual.address', individual?.address, addressFields)
  } else {
    need('company', company, ['legal_name', 'email', 'ownership_type', 'ein'])
    need('company.business_address', company?.business_address, addressFields)
    const owners = company?.company_owners ?? []
    if (owners.length === 0) missing.push('company.company_owners')
    owners.forEach((owner, index) => {
      const names = ['first_name', 'last_name', 'email', 'ownership_percent'] as const
      need(`company.company_owners.${index}`, owner, names)
    })
  }
  need('bank_account', bank_account, ['routing_number', 'account_number', 'account_type', 'account_holder'])
  if (!terms_accepted) missing.push('terms_accepted')
  return missing
}

/** Returns the form and details without the fields of the other type. */
export function ofType(
  form: ContractorForm,
  details: Confidential,
): { readonly form: ContractorForm; readonly details: Confidential } {
  const other = form.type === 'INDIVIDUAL' ? 'company' : 'individual'
  const kept = Object.entries(details).filter(([path]) => !path.startsWith(`${other}.`))
  return { form: { ...form, [other]: null }, details: Object.fromEntries(kept) }
}
