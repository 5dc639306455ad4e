import type { Contractor, ContractorApplicationData } from '../../src-shared/api/schemas/contractor.ts'
import type { NewEvent, Row } from '../store/store.ts'

/** An application as it is kept, under its tenant. */
export interface ContractorApplicationDocument {
  readonly id: string
  readonly business_id: string
  readonly status: 'UNDER_REVIEW' | 'APPROVED' | 'REJECTED'
  readonly application_data: ContractorApplicationData | null
  /** SHA-256 of what stands behind the # of its link, and until when it is good (ms by verified time). */
  readonly link_hash: string
  readonly link_until: number
  readonly contractor_id: string | null
  readonly created_at: string
  readonly updated_at: string
}
export type ContractorApplicationRow = Row<ContractorApplicationDocument>

/** A contractor is kept as it is shown, under its tenant. */
export type ContractorRow = Row<Contractor>

export const applicationView = ({ id, status }: ContractorApplicationDocument) => ({
  contractor_application_id: id,
  contractor_status: status,
})

/** The business's: a contractor is of no single account. */
export const contractorEvent = (
  type: 'v2.contractor.approved' | 'v2.contractor.updated',
  contractor: Contractor,
): NewEvent => ({ account_id: contractor.business_id, type, object: contractor })
