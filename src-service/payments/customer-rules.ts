import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/** What is known of a customer that a request names. */
export interface CustomerLink {
  /** The customer has an active link to the intent's account (section 7). */
  readonly linked: boolean
}

/** Until customers can be created (section 2.9) none exists, so none is linked to any account. */
export const noCustomers: CustomerLink = { linked: false }

/** Section 2.2 and 7: immutable once set, and only customers with an active link. @returns null when allowed. */
export function refuseCustomer(
  current: string | null,
  wanted: string | undefined,
  link: CustomerLink,
): ServiceError | null {
  if (wanted === undefined || wanted === current) return null
  if (current !== null) {
    return serviceError(
      'customer_immutable',
      `The payment intent belongs to customer ${current} already; that cannot be changed to ${wanted}.`,
      { param: 'customer_id' },
    )
  }
  if (link.linked) return null
  return serviceError(
    'customer_not_linked',
    `Customer ${wanted} has no active link to this account. Attach the account to the customer first.`,
    { param: 'customer_id' },
  )
}
