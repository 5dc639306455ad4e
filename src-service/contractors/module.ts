import type { contractorOperations } from '../../src-shared/api/operations/contractors.ts'
import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'
import { err, ok } from '../../src-shared/result.ts'
import { loadBusiness } from '../boarding/load.ts'
import { runDecision } from '../commit.ts'
import { randomText } from '../random.ts'
import { hashOfSecret } from '../secret-hash.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import {
  decideApplication,
  decideBeginApplication,
  decideContractorStatus,
  onlyBusinesses,
} from './decide-contractor.ts'
import { applicationView } from './documents.ts'
import { loadApplication, loadContractor } from './load.ts'
import { listTransactions } from './transactions.ts'

/** Sections 2.11, 3.5 and 4.3: contractors, from the link to the payout. */
export function contractorsModule(
  services: Services & { readonly publicUrl: () => string },
): ServiceModule<keyof typeof contractorOperations> {
  return {
    handlers: {
      'contractors.link': async ({ caller, body }) => {
        if (body.parent_type !== 'BUSINESS') return err(onlyBusinesses())
        const secret = randomText(32)
        const begun = await runDecision(services, {
          load: () => loadBusiness(services, caller, body.parent_id, 'parent_id'),
          decide: (business, context) =>
            decideBeginApplication(business, body, hashOfSecret(secret), context),
        })
        if (!begun.ok) return begun
        const link = `${services.publicUrl()}/contractor-applications/${begun.value.id}#${secret}`
        return ok({ ...applicationView(begun.value), link })
      },

      'contractors.get_application': async ({ caller, params }) => {
        const row = await loadApplication(services, caller, params.id)
        return row.ok ? ok(applicationView(row.value.document)) : row
      },

      'contractors.list': async ({ caller, query: { status, email, ...query } }) => {
        // Without x-business-id only the caller's own: those of the business that the key is narrowed to.
        const business_id = caller.businessId ?? caller.bounds?.business_id ?? null
        const filters = { business_id, status, email }
        const where = Object.entries(filters).flatMap(([column, value]) =>
          value == null ? [] : [{ column, is: '=' as const, value }],
        )
        const accountIds = business_id === null ? [] : [caller.tenantId]
        return readPage<Contractor>(services.store, { kind: 'contractor', accountIds, where }, query)
      },

      'contractors.set_status': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => loadContractor(services, caller, params.id),
          decide: (row, context) => decideContractorStatus(row, body.status, context),
          idempotency,
        }),

      'transactions.list': listTransactions(services),

      'sandbox.contractor_applications.advance': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => loadApplication(services, caller, params.id),
          decide: (row, context) => decideApplication(row, body.to, context),
          idempotency,
        }),
    },
  }
}
