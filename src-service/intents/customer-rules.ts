import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/** Facts about a customer named in a request. */
export interface CustomerLink {
  /** Whether the customer has an active link to the intent's account (section 7). */
  readonly linked: boolean
}

/** Sections 2.2 and 7: a customer is immutable once set, and must have an active link. @returns null when allowed. */
export function refuseCustomer(
  current: string | null,
  wanted: string | undefined,
  link: CustomerLink,
): ServiceError | null {
  if (wanted === undefined || wanted === current) return null
  if (current !== null) return customerImmutable(current, wanted)
  return link.linked ? null : notLinked(wanted)
}

export const customerImmutable = (current: string, wanted: string, param = 'customer_id'): ServiceError =>
  serviceError(
    'customer_immutable',
    `The intent already belongs to customer ${current}, which cannot be changed to ${wanted}.`,
    { param },
  )

/** The same error as for a missing customer, so that its existence is not disclosed. */
export const notLinked = (customerId: string, param = 'customer_id'): ServiceError =>
  serviceError(
    'customer_not_linked',
    `Customer ${customerId} has no active link to this account. Link the account to the customer first.`,
    { param },
  )
