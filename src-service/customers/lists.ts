import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { CursorQuery } from '../../src-shared/api/schemas/common.ts'
import type { Customer, CustomerAccount, ListCustomersQuery } from '../../src-shared/api/schemas/customer.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Result } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import { businessesInReach } from '../accounts/businesses-in-reach.ts'
import type { Caller } from '../caller.ts'
import { secretView } from '../intents/intent-view.ts'
import { methodAt } from '../payment-methods/method-now.ts'
import type { ReadingServices, Services } from '../services.ts'
import { foldedSearch } from '../store/name-columns.ts'
import { type Page, readPage, showPage } from '../store/read-page.ts'
import type { Condition } from '../store/store.ts'
import { loadCustomer } from './load.ts'

type Listed<Document> = Promise<Result<Page<Document>, ServiceError>>

/** Lists the customers of the businesses whose accounts are in reach. */
export async function listCustomers(
  services: ReadingServices,
  caller: Caller,
  { search, ...query }: ListCustomersQuery,
): Listed<Customer> {
  const where = [...(await businessesInReach(services, caller)), ...foundBy(search)]
  return readPage(services.store, { kind: 'customer', accountIds: [caller.tenantId], where }, query)
}

/** Maximum number of customers that a search returns; a useful search matches fewer. */
const mostKnown = 200

/** Returns the ids of customers in reach that match a part of a name, e-mail or telephone number, newest first. */
export async function customersKnownBy(
  services: ReadingServices,
  caller: Caller,
  text: string,
): Promise<readonly string[]> {
  const where = [...(await businessesInReach(services, caller)), ...foundBy(text)]
  const query = { account_id: caller.tenantId, where, limit: mostKnown }
  return (await services.store.list<Customer>('customer', query)).map(({ id }) => id)
}

const foundBy = (search: string | undefined): readonly Condition[] =>
  search === undefined ? [] : [{ column: 'found', is: 'contains', value: foldedSearch(search) }]

const ofCustomer = (id: string): Condition => ({ column: 'customer_id', is: '=', value: id })

export async function listPaymentsOf(
  services: ReadingServices,
  caller: Caller,
  id: string,
  query: CursorQuery,
): Listed<Payment> {
  const customer = await loadCustomer(services, caller, id)
  if (!customer.ok) return customer
  const accountIds = await accountsInReach(services, caller)
  return readPage(services.store, { kind: 'payment', accountIds, where: [ofCustomer(id)] }, query)
}

/** Intents that the customer has paid, whether or not the payment is captured or cleared yet. */
const completed: Condition = { column: 'status', is: 'in', value: ['captured', 'uncaptured', 'pending'] }

export async function listIntentsOf(
  services: ReadingServices,
  caller: Caller,
  id: string,
  query: CursorQuery,
): Listed<PaymentIntent> {
  const customer = await loadCustomer(services, caller, id)
  if (!customer.ok) return customer
  const accountIds = await accountsInReach(services, caller)
  const where = [ofCustomer(id), completed]
  const page = await readPage<PaymentIntent>(
    services.store,
    { kind: 'payment_intent', accountIds, where },
    query,
  )
  return showPage(page, (intent) => secretView(intent, caller))
}

/** Maximum number of links that are read; more than a customer has. */
const maximumLinks = 1000

/** Lists the methods of every account that the customer was ever linked to: a method stays in its first account. */
export async function listMethodsOf(
  services: ReadingServices & Pick<Services, 'clock'>,
  caller: Caller,
  id: string,
  query: CursorQuery,
): Listed<PaymentMethod> {
  const customer = await loadCustomer(services, caller, id)
  if (!customer.ok) return customer
  const links = await services.store.list<CustomerAccount>('customer_account', {
    where: [ofCustomer(id)],
    limit: maximumLinks,
  })
  const accountIds = [...new Set(links.map((link) => link.account_id))]
  const page = await readPage<PaymentMethod>(
    services.store,
    { kind: 'payment_method', accountIds, where: [ofCustomer(id)] },
    query,
  )
  const verified = services.clock.verified()
  return showPage(page, (method) => methodAt(method, verified))
}
