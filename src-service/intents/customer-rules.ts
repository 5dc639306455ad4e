import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/** What is known of a customer that a request names. */
export interface CustomerLink {
  /** The customer has an active link to the intent's account (section 7). */
  readonly linked: boolean
}

/** Section 2.2 and 7: immutable once set, and only customers with an active link. @returns null when allowed. */
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
    `The intent belongs to customer ${current} already; that cannot be changed to ${wanted}.`,
    { param },
  )

/** A customer that does not exist answers the same: its existence is not disclosed. */
export const notLinked = (customerId: string, param = 'customer_id'): ServiceError =>
  serviceError(
    'customer_not_linked',
    `Customer ${customerId} has no active link to this account. Attach the account to the customer first.`,
    { param },
  )
