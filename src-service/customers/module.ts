import type { customerOperations } from '../../src-shared/api/operations/customers.ts'
import { ok } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import type { ServiceModule, Services } from '../services.ts'
import { decideCreateCustomer, decideUpdateCustomer } from './change-customer.ts'
import { decideAttachAccount, decideChangePrimary, decideDetachAccount } from './change-links.ts'
import { listCustomers, listIntentsOf, listMethodsOf, listPaymentsOf } from './lists.ts'
import { loadCustomer, loadLink, loadUpdate } from './load.ts'

/** Sections 2.9 and 4.2: customers, and their links to accounts. */
export function customersModule(services: Services): ServiceModule<keyof typeof customerOperations> {
  return {
    handlers: {
      'customers.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const account = await services.accounts.account(caller.accountId)
            if (account === null) throw new Error(`account ${caller.accountId} was admitted and is gone`)
            return ok(account)
          },
          decide: (account, context) => decideCreateCustomer(account, caller, body, context),
          idempotency,
        }),

      'customers.list': ({ caller, query }) => listCustomers(services, caller, query),

      'customers.get': async ({ caller, params }) => {
        const row = await loadCustomer(services, caller, params.id)
        return row.ok ? ok(row.value.document) : row
      },

      'customers.update': ({ caller, params, body }) =>
        runDecision(services, {
          load: () => loadUpdate(services, caller, params.id, body.default_payment_method ?? null),
          decide: (state, context) => decideUpdateCustomer(state, body, context),
        }),

      'customers.attach_account': ({ caller, params: { id }, body, idempotency }) =>
        runDecision(services, {
          load: () => loadLink(services, caller, { id, accountId: body.account_id, param: 'account_id' }),
          decide: (state, context) => decideAttachAccount(state, caller.keyId, context),
          idempotency,
        }),

      'customers.detach_account': ({ caller, params: { id, accountId } }) =>
        runDecision(services, {
          load: () => loadLink(services, caller, { id, accountId, param: 'accountId' }),
          decide: (state, context) => decideDetachAccount(state, caller.keyId, context),
        }),

      'customers.change_primary_account': ({ caller, params: { id }, body, idempotency }) =>
        runDecision(services, {
          load: () => loadLink(services, caller, { id, accountId: body.account_id, param: 'account_id' }),
          decide: decideChangePrimary,
          idempotency,
        }),

      'customers.list_payments': ({ caller, params, query }) =>
        listPaymentsOf(services, caller, params.id, query),

      'customers.list_payment_intents': ({ caller, params, query }) =>
        listIntentsOf(services, caller, params.id, query),

      'customers.list_payment_methods': ({ caller, params, query }) =>
        listMethodsOf(services, caller, params.id, query),
    },
  }
}
