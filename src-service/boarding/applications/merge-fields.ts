import type { ParameterError } from '../../../src-shared/api/errors.ts'
import type { ApplicationOwner, UpdateApplicationBody } from '../../../src-shared/api/schemas/application.ts'
import type { ApplicantCompany } from '../../../src-shared/api/schemas/company.ts'
import { defined } from '../../with-fields.ts'
import type { Confidential } from '../confidential.ts'
import { createKeeper } from '../keep-confidential.ts'
import { formerOwner, isIdShared } from '../ownership.ts'
import type { ApplicationDocument } from './documents.ts'

/** The stored application with the sent fields merged in. */
export interface Merged {
  readonly document: ApplicationDocument
  readonly details: Confidential
  readonly problems: readonly ParameterError[]
}

type Owner = NonNullable<UpdateApplicationBody['owners']>[number]

/**
 * Replaces stored fields by the sent ones; objects such as `company` are merged field by field. Confidential values go
 * to `details` and are masked in the document. A mask that is sent back leaves the stored value unchanged.
 * @param newOwnerId makes the id of an owner that is sent without one
 */
export function mergeFields(
  former: ApplicationDocument,
  formerDetails: Confidential,
  body: UpdateApplicationBody,
  newOwnerId: () => string,
): Merged {
  const keeper = createKeeper(formerDetails)
  const both = <Value>(
    one: Value | undefined,
    other: Value | undefined,
    names: readonly [string, string],
  ) => {
    if (one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other)) {
      keeper.refuse(
        names[1],
        `${names[0]} and ${names[1]} are two names of the same field, but have different values. Send only one of them.`,
      )
    }
    return one ?? other
  }

  const company = (given: ApplicantCompany): ApplicantCompany => {
    const { ein } = given
    const masked =
      ein === undefined ? {} : { ein: keeper.number('company.ein', 'company.ein', ein, former.company?.ein) }
    return { ...former.company, ...given, ...masked }
  }
  const bank = (given: NonNullable<UpdateApplicationBody['bank_account']>) => {
    const param = 'bank_account.account_number'
    const number = given.account_number
    const shown = former.bank_account?.account_number
    const masked = number === undefined ? {} : { account_number: keeper.number(param, param, number, shown) }
    return { ...former.bank_account, ...given, ...masked }
  }
  const owner = ({ id: givenId, ...given }: Owner, index: number): ApplicationOwner => {
    const param = `owners.${index}.id`
    const { known: found, refusal } = formerOwner(param, former.owners, body.owners ?? [], index)
    if (refusal !== undefined) keeper.refuse(param, refusal)
    const known: Partial<ApplicationOwner> | undefined =
      found && isIdShared(former.owners, found) ? withoutKept(found) : found
    const id = known?.id ?? newOwnerId()
    const { ssn, birth_date } = given
    const at = `owners.${index}`
    return {
      ...known,
      ...given,
      id,
      ...(ssn === undefined ? {} : { ssn: keeper.number(`owners.${id}.ssn`, `${at}.ssn`, ssn, known?.ssn) }),
      ...(birth_date === undefined
        ? {}
        : {
            birth_date: keeper.date(
              `owners.${id}.birth_date`,
              `${at}.birth_date`,
              birth_date,
              known?.birth_date,
            ),
          }),
    }
  }

  const address = both(body.address, body.business_address, ['address', 'business_address'])
  const terms = both(body.terms_accepted, body.term_accepted, ['terms_accepted', 'term_accepted'])
  const owners = body.owners === undefined ? former.owners : body.owners.map(owner)
  const document: ApplicationDocument = {
    ...former,
    ...defined({
      name: body.name,
      sales_code_id: body.sales_code_id,
      processing_plan_id: body.processing_plan_id,
      terms_accepted: terms,
      company: body.company && company(body.company),
      address: address && { ...former.address, ...address },
      industry_volume: body.industry_volume && { ...former.industry_volume, ...body.industry_volume },
      services_deliveries: body.services_deliveries && {
        ...former.services_deliveries,
        ...body.services_deliveries,
      },
      transaction_modes: body.transaction_modes && { ...former.transaction_modes, ...body.transaction_modes },
      bank_account: body.bank_account && bank(body.bank_account),
    }),
    owners,
  }
  return { document, details: withoutFormerOwners(keeper.details(), owners), problems: keeper.problems() }
}

/** It is unknown which of two owners with one id the stored numbers are of. Both get a new id and send them again. */
const withoutKept = ({ id: _, ssn: __, birth_date: ___, ...others }: ApplicationOwner) => others

/** Drops the details of owners who were removed. */
const withoutFormerOwners = (details: Confidential, owners: readonly ApplicationOwner[]): Confidential =>
  Object.fromEntries(
    Object.entries(details).filter(([path]) => {
      const [, ownerId] = /^owners\.(\w+)\./.exec(path) ?? []
      return ownerId === undefined || owners.some(({ id }) => id === ownerId)
    }),
  )
