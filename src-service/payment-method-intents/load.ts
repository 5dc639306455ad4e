import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { accountOf } from '../accounts/account-of.ts'
import type { Caller } from '../caller.ts'
import { customerLink } from '../customers/links.ts'
import type { ReadingServices, Services } from '../services.ts'
import type { Row } from '../store/store.ts'
import type { CollectState } from './decide-collect.ts'

/** Loads an intent. One out of the key's reach gives the same error as a missing one, so that it is not disclosed. */
export async function loadMethodIntent(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<Row<PaymentMethodIntent>, ServiceError>> {
  const accountId = await accountOf(services, caller, 'payment_method_intent', id)
  const row = await services.store.get<PaymentMethodIntent>('payment_method_intent', accountId, id)
  if (row !== null) return ok(row)
  return refuse('resource_missing', `There is no payment method intent ${id} in this account.`, {
    param: 'id',
  })
}

/** Loads what is needed to complete an intent. @param tenantId the tenant of the customers */
export async function loadCollect(
  { store }: Pick<Services, 'store'>,
  intent: Row<PaymentMethodIntent>,
  tenantId: string,
): Promise<CollectState> {
  const { customer_id } = intent.document
  const [customer, link] = await Promise.all([
    customer_id === null ? null : store.get<Customer>('customer', tenantId, customer_id),
    customerLink(store, intent.account_id, customer_id),
  ])
  return { intent, customer, link }
}
