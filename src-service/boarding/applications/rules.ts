import { type ParameterError, type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { Application } from '../../../src-shared/api/schemas/application.ts'
import type { BoardingAddress } from '../../../src-shared/api/schemas/company.ts'
import { titlesOf } from '../../../src-shared/boarding/owner-titles.ts'
import { isRoutingNumber } from '../../../src-shared/payments/routing-number.ts'
import { addressesRefused, ownerAddresses } from '../addresses.ts'
import { isFilledIn } from '../is-filled-in.ts'
import { refuseMcc } from '../mccs.ts'
import { isIdShared, overOwned } from '../ownership.ts'

const invalid = (param: string, message: string): ParameterError => ({
  param,
  code: 'parameter_invalid',
  message,
})

/**
 * Returns the problems of a draft, which may be incomplete: contradictions in itself or to section 2.11.
 * @param former the stored application
 */
export function problemsOf(
  application: Application,
  birthDates: readonly (string | undefined)[],
  today: string,
  former: Pick<Application, 'address' | 'owners'>,
) {
  const { company, owners, bank_account } = application
  const problems: ParameterError[] = []
  const mcc = refuseMcc(company?.mcc, 'company.mcc')
  if (mcc !== null) problems.push(invalid('company.mcc', mcc.message))
  const type = company?.ownership_type
  owners.forEach(({ title }, index) => {
    if (type === undefined || title === undefined || titlesOf[type].includes(title)) return
    const param = `owners.${index}.title`
    problems.push(
      invalid(param, `${param} ${title} is not valid for ${type}. Send one of ${titlesOf[type].join(', ')}.`),
    )
  })
  problems.push(
    ...addressesRefused([
      ['address', application.address, former.address],
      ...ownerAddresses('owners', owners, former.owners),
    ]),
  )
  const shares = overOwned(owners, 'owners')
  if (shares !== null) problems.push(shares)
  if (owners.filter(({ signer }) => signer === true).length > 1) {
    problems.push(
      invalid('owners', 'Exactly one owner can be the signer. Send signer true for one owner only.'),
    )
  }
  birthDates.forEach((date, index) => {
    const param = `owners.${index}.birth_date`
    if (date !== undefined && date > today) problems.push(invalid(param, `${param} is in the future.`))
  })
  const routing = bank_account?.routing_number
  if (routing !== undefined && !isRoutingNumber(routing)) {
    const param = 'bank_account.routing_number'
    problems.push(invalid(param, `${param} is not a routing number: its check digit is wrong.`))
  }
  return problems
}

/** Returns an error for every field that a submission needs and that is missing. */
export function missingFields(application: Application): readonly ParameterError[] {
  const { company, owners, industry_volume, bank_account } = application
  const missing: string[] = []
  const need = (value: unknown, param: string) => {
    if (!isFilledIn(value)) missing.push(param)
  }
  const needAddress = (address: BoardingAddress | null | undefined, param: string) => {
    for (const name of ['country', 'state', 'city', 'zip_code', 'address_line1'] as const) {
      need(address?.[name], `${param}.${name}`)
    }
  }
  need(application.name, 'name')
  need(application.processing_plan_id, 'processing_plan_id')
  need(application.terms_accepted, 'terms_accepted')
  for (const name of ['ownership_type', 'legal_name', 'phone_number', 'mcc'] as const) {
    need(company?.[name], `company.${name}`)
  }
  // A sole trader may have no EIN; the owner's SSN replaces it.
  if (company?.ownership_type !== 'SOLO_TRADER') need(company?.ein, 'company.ein')
  if (company?.ownership_type === 'PUBLIC') need(company.stock_symbol, 'company.stock_symbol')
  needAddress(application.address, 'address')
  for (const name of ['avg_annual_volume', 'avg_ticket_amount', 'high_ticket_amount'] as const) {
    need(industry_volume?.[name], `industry_volume.${name}`)
  }
  // The bank account may be left out, but not be incomplete. A holder and a type alone do not count as one.
  if (bank_account?.routing_number !== undefined || bank_account?.account_number !== undefined) {
    for (const name of ['routing_number', 'account_number', 'account_type', 'account_holder'] as const) {
      need(bank_account[name], `bank_account.${name}`)
    }
  }
  need(owners[0], 'owners')
  owners.forEach((owner, index) => {
    const at = `owners.${index}`
    for (const name of ['first_name', 'last_name', 'email', 'title', 'ownership_percent'] as const) {
      need(owner[name], `${at}.${name}`)
    }
    const isTheirs = !isIdShared(owners, owner)
    need(isTheirs && owner.ssn, `${at}.ssn`)
    need(isTheirs && owner.birth_date, `${at}.birth_date`)
    needAddress(owner.residence_address, `${at}.residence_address`)
  })
  const [first] = owners
  if (first !== undefined && !owners.some(({ signer }) => signer === true)) missing.push('owners.0.signer')
  return missing.map((param) => ({
    param,
    code: 'parameter_missing',
    message: `${param} is required before the application can be submitted.`,
  }))
}

/** Returns one error that lists all problems, or null. */
export function refusalOf(problems: readonly ParameterError[]): ServiceError | null {
  const [first] = problems
  if (first === undefined) return null
  const code = first.code === 'parameter_missing' ? 'parameter_missing' : 'parameter_invalid'
  if (problems.length === 1) return serviceError(code, first.message, { param: first.param })
  const others = problems.length - 1
  const message = `${first.message} ${others} more ${others === 1 ? 'field was' : 'fields were'} refused: see errors.`
  return serviceError(code, message, { param: first.param, errors: problems })
}
