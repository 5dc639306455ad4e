import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { accountOf } from '../accounts/account-of.ts'
import { loadMethod } from '../authorize/payable.ts'
import type { Caller } from '../caller.ts'
import { customerLink } from '../customers/links.ts'
import type { CustomerLink } from '../intents/customer-rules.ts'
import type { Services } from '../services.ts'
import type { VaultEntry } from '../vault/vault.ts'
import type { MethodState } from './change-method.ts'

/**
 * Loads a method of the account with its customer of the tenant.
 * @param newOwner the customer it is being attached to; without one, the customer it belongs to
 */
export async function loadMethodState(
  services: Pick<Services, 'store' | 'accounts' | 'clock' | 'processor'>,
  caller: Caller,
  id: string,
  newOwner?: string,
): Promise<Result<MethodState & { readonly link: CustomerLink }, ServiceError>> {
  const { store } = services
  const accountId = await accountOf(services, caller, 'payment_method', id)
  const found = await loadMethod(services, accountId, id, 'id')
  if (!found.ok) return found
  const { method } = found.value
  const customerId = newOwner ?? method.document.customer_id
  const [entry, customer, link] = await Promise.all([
    store.get<VaultEntry>('vault_entry', method.account_id, id),
    customerId === null ? null : store.get<Customer>('customer', caller.tenantId, customerId),
    customerLink(store, accountId, customerId),
  ])
  return ok({ method, entry, customer, link })
}
