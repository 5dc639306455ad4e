import type { ApplicationFile } from '../../../src-shared/api/schemas/application-document.ts'
import type { ApplicationPage } from '../../../src-shared/api/schemas/application-page.ts'
import type { ContractorApplicationPage } from '../../../src-shared/api/schemas/contractor-page.ts'
import type { ApplicationStatus } from '../../../src-shared/boarding/application-moves.ts'
import { applicationSteps } from '../fields/application-steps.ts'
import type { Rule } from '../fields/check-value.ts'
import { contractorSteps } from '../fields/contractor-steps.ts'
import type { Step } from '../fields/field.ts'
import rules from '../fields/field-rules.json'

/** What the applicant has to do, or the outcome. */
export type Standing = 'open' | 'needed' | 'review' | 'approved' | 'declined' | 'cancelled'

/** The service's data of either form. */
export interface FormView {
  readonly businessName: string
  readonly standing: Standing
  /** In the underwriter's words. */
  readonly reason: string | null
  readonly values: Readonly<Record<string, unknown>>
  /** Revision of the values that a save is based on. */
  readonly revision: number
  /** By the service's own paths. */
  readonly missing: readonly string[]
  readonly documents: readonly ApplicationFile[]
  readonly requested: {
    readonly types: readonly string[]
    readonly required: boolean
    readonly received: boolean
    readonly comments: string | null
    /** The requested types that have not been uploaded since. */
    readonly missing: readonly string[]
  } | null
  readonly linkExpiresAt: string
}

/** The differences between the form of a business and that of a contractor. */
export interface FormKind {
  readonly name: 'application' | 'contractor'
  /** Prefix of the operations that it calls. */
  readonly pages: 'application_pages' | 'contractor_application_pages'
  readonly steps: readonly Step[]
  readonly listPath: string
  readonly rules: Readonly<Record<string, Rule>>
  /** @param page the service's answer */
  readonly viewOf: (page: unknown) => FormView
}

export const applicationForm: FormKind = {
  name: 'application',
  pages: 'application_pages',
  steps: applicationSteps,
  listPath: 'owners',
  rules: rules.application,
  viewOf: (page) => applicationView(page as ApplicationPage),
}

export const contractorForm: FormKind = {
  name: 'contractor',
  pages: 'contractor_application_pages',
  steps: contractorSteps,
  listPath: 'company.company_owners',
  rules: rules.contractor,
  viewOf: (page) => contractorView(page as ContractorApplicationPage),
}

const applicationView = ({
  business_name,
  application,
  revision,
  missing,
  documents_missing,
  link_expires_at,
}: ApplicationPage): FormView => {
  const { documents_requested: asked, documents } = application
  return {
    businessName: business_name,
    standing: standingOf(application.status),
    reason: application.status_reason,
    values: application,
    revision,
    missing,
    documents,
    requested:
      asked === null
        ? null
        : {
            types: asked.document_types,
            required: asked.required,
            received: asked.received,
            comments: asked.comments,
            missing: documents_missing,
          },
    linkExpiresAt: link_expires_at,
  }
}

function standingOf(status: ApplicationStatus): Standing {
  switch (status) {
    case 'DRAFT':
      return 'open'
    case 'NEED_INFORMATION':
      return 'needed'
    case 'APPROVED':
    case 'REEVALUATION_APPROVED':
      return 'approved'
    case 'DECLINED':
    case 'REEVALUATION_DECLINED':
    case 'REJECT_BY_SALES':
      return 'declined'
    case 'CANCELLED':
      return 'cancelled'
    default:
      return 'review'
  }
}

const contractorView = ({
  business_name,
  application,
  revision,
  contractor_status,
  missing,
  may_change,
  link_expires_at,
}: ContractorApplicationPage): FormView => ({
  businessName: business_name,
  standing: contractorStanding(contractor_status, may_change),
  reason: null,
  values: application,
  revision,
  missing,
  documents: [],
  requested: null,
  linkExpiresAt: link_expires_at,
})

function contractorStanding(
  status: ContractorApplicationPage['contractor_status'],
  mayChange: boolean,
): Standing {
  if (status === 'UNDER_REVIEW') return mayChange ? 'open' : 'review'
  return status === 'REJECTED' ? 'declined' : 'approved'
}
