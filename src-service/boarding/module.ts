import type { boardingOperations } from '../../src-shared/api/operations/boarding.ts'
import type { boardingSandboxOperations } from '../../src-shared/api/operations/boarding-sandbox.ts'
import type { UpdateAccountBody } from '../../src-shared/api/schemas/account.ts'
import { ok } from '../../src-shared/result.ts'
import { currencyOf } from '../accounts/currency.ts'
import type { AccountRow } from '../accounts/documents.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { ServiceModule, Services } from '../services.ts'
import { equal, named } from '../store/filters.ts'
import { readPage, showPage } from '../store/read-page.ts'
import { accountOf } from './account-view.ts'
import type { ApplicationDocument } from './applications/documents.ts'
import { businessOf, decideCreateBusiness } from './businesses.ts'
import { openDetails, sealDetails } from './confidential.ts'
import { listAccounts } from './list-accounts.ts'
import {
  type LocationDocument,
  loadAccount,
  loadBusiness,
  loadBusinessToBoard,
  loadLocation,
  withinReach,
} from './load.ts'
import { decideCreateLocation, decideRenameLocation, locationOf } from './locations.ts'
import { listMccs } from './mccs.ts'
import { decideCreatePlan, listPlans, loadPlan } from './plans.ts'
import { decideAccountStatus, decideUpdateAccount } from './update-account.ts'

/** Sections 2.11 and 4.3: businesses, their locations, accounts, and the terms of accounts. */
export function boardingModule(
  services: Services,
): ServiceModule<keyof typeof boardingOperations | keyof typeof boardingSandboxOperations> {
  const { store, accounts, vault } = services
  /** Loads the application that the account was made from. */
  const applicationOf = async ({ tenantId }: Caller, { document: { application_id } }: AccountRow) =>
    application_id == null ? null : store.get<ApplicationDocument>('application', tenantId, application_id)
  /** Whether the account has intents or fees, or its business has gift cards in its currency, even sold for cash. */
  async function hasMoney({ tenantId }: Caller, { id, document }: AccountRow): Promise<boolean> {
    const { business_id } = document
    const cards = {
      account_id: tenantId,
      limit: 1,
      where: equal({ business_id, currency: currencyOf(document) }),
    }
    return (
      (await store.list('payment_intent', { account_id: id, limit: 1 })).length > 0 ||
      (await store.list('fee', { account_id: id, limit: 1 })).length > 0 ||
      (await store.list('gift_card', cards)).length > 0
    )
  }
  async function loadToUpdate(caller: Caller, id: string, { location_id, currency }: UpdateAccountBody) {
    const account = await loadAccount(services, caller, id)
    if (!account.ok) return account
    const { document } = account.value
    const location =
      typeof location_id !== 'string'
        ? null
        : await store.get<LocationDocument>('location', caller.tenantId, location_id)
    const application = await applicationOf(caller, account.value)
    const details = openDetails(vault, id, document.sealed)
    const seal = (whole: typeof details) => sealDetails(vault, id, whole)
    const isOther = currency !== undefined && currency !== currencyOf(document)
    const isKept = document.currency_kept === true
    const hasCharged = isOther && (isKept || (await hasMoney(caller, account.value)))
    return ok({ account: account.value, location, details, application, hasCharged, seal })
  }

  return {
    handlers: {
      'businesses.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: async () => ok(caller),
          decide: (state, context) => decideCreateBusiness(state, body, context),
          idempotency,
        }),
      'businesses.get': async ({ caller, params }) => {
        const business = await loadBusiness(services, caller, params.id)
        return business.ok ? ok(businessOf(business.value)) : business
      },

      'locations.list': async ({ caller, query: { name, business_id, ...query } }) => {
        const reach = await withinReach(services, caller)
        const accountIds = reach === null ? [] : [caller.tenantId]
        const where = [...(reach ?? []), ...equal({ business_id }), ...named('name', name)]
        const page = await readPage<LocationDocument>(store, { kind: 'location', accountIds, where }, query)
        return showPage(page, locationOf)
      },
      'locations.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: () => loadBusinessToBoard(services, caller, body.business_id),
          decide: (business, context) => decideCreateLocation(business, body.name, context),
          idempotency,
        }),
      'locations.update': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => loadLocation(services, caller, params.id),
          decide: (location, context) => decideRenameLocation(location, body.name, context),
          idempotency,
        }),

      'accounts.list': ({ caller, query }) => listAccounts(services, caller, query),
      'accounts.get': async ({ caller, params }) => {
        const account = await loadAccount(services, caller, params.id)
        return account.ok ? ok(accountOf(account.value)) : account
      },
      'accounts.update': async ({ caller, params: { id }, body, idempotency }) => {
        const updated = await runDecision(services, {
          load: () => loadToUpdate(caller, id, body),
          decide: (state, context) => decideUpdateAccount(state, body, context),
          idempotency,
        })
        accounts.forget(id)
        return updated
      },

      'processing_plans.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: async () => ok(caller),
          decide: (state, context) => decideCreatePlan(state, body, context),
          idempotency,
        }),
      'processing_plans.list': ({ caller, query }) => listPlans(services, caller, query),
      'processing_plans.get': ({ caller, params }) => loadPlan(services, caller, params.id),
      'mccs.list': async ({ query }) => listMccs(query),

      'sandbox.accounts.advance': async ({ caller, params: { id }, body: { to } }) => {
        const moved = await runDecision(services, {
          load: async () => {
            const account = await loadAccount(services, caller, id)
            return account.ok
              ? ok({ account: account.value, application: await applicationOf(caller, account.value) })
              : account
          },
          decide: (state, context) => decideAccountStatus(state, to, context),
        })
        accounts.forget(id)
        return moved
      },
    },
  }
}
