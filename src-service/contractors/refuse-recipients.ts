import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { ReadingServices } from '../services.ts'

type Splits = PaymentIntent['payment_splits']

/**
 * Section 3.5: shares go only to active contractors of the business that takes the payment. Read from the store for
 * each request, so that a contractor that is deactivated, on any node, gets no share from then on.
 * @param param the path of the splits in the request
 * @returns null if all contractors may get shares
 */
export async function refuseRecipients(
  { store, accounts }: ReadingServices,
  accountId: string,
  splits: Splits | undefined,
  param = 'payment_splits',
): Promise<ServiceError | null> {
  if (splits === undefined || splits.length === 0) return null
  const account = await accounts.account(accountId)
  const known = new Map<string, Contractor['status'] | null>()
  for (const [index, { account_id: id }] of splits.entries()) {
    if (!known.has(id)) {
      const row = await store.find<Contractor>('contractor', id)
      const isOwn = row !== null && row.document.business_id === account?.document.business_id
      known.set(id, isOwn ? row.document.status : null)
    }
    const at = { param: `${param}.${index}.account_id` }
    const status = known.get(id)
    if (status === 'ACTIVE') continue
    if (status === 'INACTIVE') {
      const message = `Contractor ${id} is inactive and cannot receive shares. Leave it out of ${param}, or activate it.`
      return serviceError('state_conflict', message, at)
    }
    const message = `There is no contractor ${id} in the business of this account.`
    return serviceError('parameter_invalid', message, at)
  }
  return null
}
