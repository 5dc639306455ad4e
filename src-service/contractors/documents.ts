import type {
  ApplyingContractor,
  Contractor,
  ContractorApplication,
  ContractorApplicationData,
} from '../../src-shared/api/schemas/contractor.ts'
import type { ContractorForm } from '../../src-shared/api/schemas/contractor-page.ts'
import type { ApplicantLink } from '../boarding/applicant-link.ts'
import type { NewEvent, Row } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'
import { formFrom, withOwnerIds } from './form.ts'

/** A stored application. Its row belongs to the tenant. */
export interface ContractorApplicationDocument {
  readonly id: string
  readonly business_id: string
  readonly status: 'UNDER_REVIEW' | 'APPROVED' | 'REJECTED'
  readonly application_data: ContractorApplicationData | null
  /** SHA-256 of the token after the # of its link; `link_until` is the expiry of the link, in ms of verified time. */
  readonly link_hash: string
  readonly link_until: number
  /** The masked form that the applicant has saved; `sealed` has its confidential details. Absent in older rows. */
  readonly form?: ContractorForm
  readonly sealed?: Sealed | null
  readonly submitted_at?: string | null
  readonly contractor_id: string | null
  readonly created_at: string
  readonly updated_at: string
}
export type ContractorApplicationRow = Row<ContractorApplicationDocument>

export const contractorLink = ({
  link_hash,
  link_until,
}: Pick<ContractorApplicationDocument, 'link_hash' | 'link_until'>): ApplicantLink => ({
  hash: link_hash,
  expires_at: link_until,
})

/** Owners that were saved without ids get the same generated ids each time, until the next save stores them. */
export const formOf = ({ id, form, application_data }: ContractorApplicationDocument): ContractorForm =>
  form === undefined
    ? formFrom(id, application_data)
    : { ...form, company: form.company === null ? null : withOwnerIds(id, form.company) }

/** A contractor is stored as it is shown. Its row belongs to the tenant. */
export type ContractorRow = Row<Contractor>

/** Section 3.5: an approved contractor may have become INACTIVE, and then gets no splits. */
export const applicationView = (
  { id, status }: ContractorApplicationDocument,
  contractor: Contractor | null = null,
): ContractorApplication => ({
  contractor_application_id: id,
  contractor_status: contractor?.contractor_status ?? status,
})

/** Returns the applicant's type, name and e-mail so far. The e-mail is in lower case, so that any spelling finds it. */
export function whoIs({
  type,
  individual,
  company,
}: ContractorForm): Pick<Contractor, 'type' | 'name' | 'email'> {
  if (type === null) return { type, name: null, email: null }
  if (type === 'COMPANY') {
    return {
      type,
      name: company?.name ?? company?.legal_name ?? null,
      email: company?.email?.toLowerCase() ?? null,
    }
  }
  const { first_name = '', last_name = '', email } = individual ?? {}
  const name = `${first_name} ${last_name}`.trim()
  return { type, name: name === '' ? null : name, email: email?.toLowerCase() ?? null }
}

export function applyingView(document: ContractorApplicationDocument): ApplyingContractor {
  const { type, name } = whoIs(formOf(document))
  const { id, business_id, status, submitted_at = null, created_at } = document
  return { id, business_id, contractor_status: status, type, name, submitted_at, created_at }
}

/** The event belongs to the business, because a contractor belongs to no single account. */
export const contractorEvent = (
  type: 'v2.contractor.approved' | 'v2.contractor.updated',
  contractor: Contractor,
): NewEvent => ({ account_id: contractor.business_id, type, object: contractor })
