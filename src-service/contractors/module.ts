import type { ServiceError } from '../../src-shared/api/errors.ts'
import type {
  contractorOperations,
  contractorPageOperations,
} from '../../src-shared/api/operations/contractors.ts'
import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { accessOf } from '../api-keys/made-by.ts'
import { applicantUrl } from '../boarding/applicant-link.ts'
import { openDetails, sealDetails } from '../boarding/confidential.ts'
import { loadBusiness } from '../boarding/load.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import { randomText } from '../secrets/random.ts'
import type { ServiceModule, Services } from '../services.ts'
import { filteredRows } from '../store/filtered-rows.ts'
import { equal } from '../store/filters.ts'
import { readPage, showPage } from '../store/read-page.ts'
import {
  decideApplication,
  decideBeginApplication,
  decideContractorStatus,
  onlyBusinesses,
  otherStatus,
} from './decide-contractor.ts'
import { contractorPage, decideSaveForm, decideSubmitForm, type FormState } from './decide-form.ts'
import { applicationView, applyingView, type ContractorApplicationDocument } from './documents.ts'
import { callerSees, loadApplication, loadContractorToChange } from './load.ts'
import { listTransactions } from './transactions.ts'

/** Sections 2.11, 3.5 and 4.3: contractors, from the link to the payout. */
export function contractorsModule(
  services: Services & {
    /** Base URL at which the applicants of a partner reach the service. */
    readonly applicationsUrl: (partnerId: string | null | undefined) => string
  },
): ServiceModule<keyof typeof contractorOperations | keyof typeof contractorPageOperations> {
  const { store, accounts, vault, clock } = services
  /** Loads the applicant's own form. Admission has already checked the secret of the link. */
  const loadForm = async ({ tenantId }: Caller, id: string): Promise<Result<FormState, ServiceError>> => {
    const row = await store.get<ContractorApplicationDocument>('contractor_application', tenantId, id)
    if (row === null) throw new Error(`contractor application ${id} was admitted and is gone`)
    const business = await accounts.business(row.document.business_id)
    if (business === null) throw new Error(`the business of contractor application ${id} is missing`)
    return ok({
      ...{ row, business, dated: clock.dated },
      details: openDetails(vault, id, row.document.sealed),
      seal: (applicationId, details) => sealDetails(vault, applicationId, details),
    })
  }
  return {
    handlers: {
      'contractors.link': async ({ caller, body }) => {
        if (body.parent_type !== 'BUSINESS') return err(onlyBusinesses())
        const token = randomText(32)
        const parent = await loadBusiness(services, caller, body.parent_id, 'parent_id')
        if (!parent.ok) return parent
        const url = services.applicationsUrl(parent.value.document.partner_id)
        const begun = await runDecision(services, {
          allowedBy: () => accessOf(store, caller),
          load: async () => parent,
          decide: (business, context) => decideBeginApplication(business, body, token, context),
        })
        if (!begun.ok) return begun
        const link = applicantUrl(url, 'contractor-applications', begun.value.id, token)
        return ok({ ...applicationView(begun.value), link })
      },

      'contractors.get_application': async ({ caller, params }) => {
        const row = await loadApplication(services, caller, params.id)
        if (!row.ok) return row
        const { document } = row.value
        const made = document.contractor_id
        const contractor = made && (await store.get<Contractor>('contractor', caller.tenantId, made))
        return ok(applicationView(document, contractor ? contractor.document : null))
      },

      'contractors.list': async ({ caller, query: { status, email, ...query } }) => {
        // Without x-business-id, only the contractors of the business that the key is narrowed to.
        const business_id = caller.businessId ?? caller.bounds?.business_id ?? null
        const accountIds = business_id === null ? [] : [caller.tenantId]
        const where = [
          ...equal({ business_id, status }),
          // E-mail addresses are stored in lower case, as those of users; older ones are stored as they were typed.
          ...(email === undefined
            ? []
            : [{ column: 'email', is: 'in', value: [...new Set([email, email.toLowerCase()])] } as const]),
        ]
        return readPage<Contractor>(services.store, { kind: 'contractor', accountIds, where }, query)
      },

      'contractors.set_status': ({ caller, params, body, idempotency }) => {
        let { status } = body
        return runDecision(services, {
          load: () => loadContractorToChange(services, caller, params.id),
          decide(row, context) {
            // Decided by what this request read first, so that of two concurrent requests neither undoes the other.
            status ??= otherStatus(row.document.status)
            return decideContractorStatus(row, status, context)
          },
          idempotency,
        })
      },

      'contractor_application_pages.get': async ({ caller, params }) => {
        const state = await loadForm(caller, params.id)
        return state.ok ? ok(contractorPage(state.value)) : state
      },
      'contractor_application_pages.save': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => loadForm(caller, params.id),
          decide: (state, context) => decideSaveForm(state, body, context),
          idempotency,
        }),
      'contractor_application_pages.submit': ({ caller, params, idempotency }) =>
        runDecision(services, {
          load: () => loadForm(caller, params.id),
          decide: decideSubmitForm,
          idempotency,
        }),

      'transactions.list': listTransactions(services),

      'sandbox.contractor_applications.list': async ({ caller, query: { status, ...query } }) => {
        const seen = filteredRows<ContractorApplicationDocument>(
          store,
          'contractor_application',
          ({ document }) => callerSees(services, caller, document.business_id),
        )
        const where = equal({ business_id: caller.businessId, status })
        const page = await readPage<ContractorApplicationDocument>(
          seen,
          { kind: 'contractor_application', accountIds: [caller.tenantId], where },
          query,
        )
        return showPage(page, applyingView)
      },

      'sandbox.contractor_applications.advance': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => loadApplication(services, caller, params.id),
          decide: (row, context) => decideApplication(row, body.to, context),
          idempotency,
        }),
    },
  }
}
