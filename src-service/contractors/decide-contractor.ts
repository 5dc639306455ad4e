import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Contractor, LinkContractorBody } from '../../src-shared/api/schemas/contractor.ts'
import { ok } from '../../src-shared/result.ts'
import type { BusinessRow } from '../accounts/documents.ts'
import { newApplicantLink } from '../boarding/applicant-link.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import {
  applicationView,
  type ContractorApplicationDocument,
  type ContractorApplicationRow,
  type ContractorRow,
  contractorEvent,
  formOf,
  whoIs,
} from './documents.ts'

/** Section 3.5: (none) → UNDER_REVIEW, with a link for the applicant. */
export function decideBeginApplication(
  business: BusinessRow,
  { application_data }: LinkContractorBody,
  token: string,
  { now, verified, newId }: DecisionContext,
): DecisionResult<ContractorApplicationDocument> {
  const link = newApplicantLink(token, verified)
  const application: ContractorApplicationDocument = {
    id: newId('contractor_application'),
    business_id: business.id,
    status: 'UNDER_REVIEW',
    application_data: application_data ?? null,
    link_hash: link.hash,
    link_until: link.expires_at,
    contractor_id: null,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  }
  const { tenant_id } = business.document
  return ok({
    writes: [inserted('contractor_application', tenant_id, application, now)],
    events: [],
    reply: application,
  })
}

/**
 * UNDER_REVIEW → APPROVED, which creates an active contractor, or → REJECTED, which is final. Section 2.11: bank
 * details come with the submission, so an application cannot be approved before it.
 */
export function decideApplication(
  row: ContractorApplicationRow,
  to: 'APPROVED' | 'REJECTED',
  { now, newId }: DecisionContext,
): DecisionResult<ReturnType<typeof applicationView>> {
  const { document } = row
  if (document.status !== 'UNDER_REVIEW') {
    const message = `Contractor application ${row.id} is ${document.status}; only an application in the status UNDER_REVIEW can become ${to}.`
    return refuse('state_conflict', message, { param: 'to' })
  }
  if (to === 'REJECTED') {
    const next = changed(row, { status: to }, now)
    return ok({
      writes: [updateOf('contractor_application', next)],
      events: [],
      reply: applicationView(next.document),
    })
  }
  if ((document.submitted_at ?? null) === null) {
    const message = `The applicant has not submitted contractor application ${row.id} yet; it can only be REJECTED.`
    return refuse('state_conflict', message, { param: 'to' })
  }
  const contractor: Contractor = {
    id: newId('contractor'),
    entity: 'contractor',
    business_id: document.business_id,
    ...whoIs(formOf(document)),
    contractor_status: 'APPROVED',
    status: 'ACTIVE',
    contractor_application_id: row.id,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  }
  const next = changed(row, { status: to, contractor_id: contractor.id }, now)
  return ok({
    writes: [
      updateOf('contractor_application', next),
      inserted('contractor', row.account_id, contractor, now),
    ],
    events: [contractorEvent('v2.contractor.approved', contractor)],
    reply: applicationView(next.document),
  })
}

/** Returns the new status for a request that names none. */
export const otherStatus = (status: Contractor['status']): Contractor['status'] =>
  status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE'

/** APPROVED ↔ INACTIVE. */
export function decideContractorStatus(
  row: ContractorRow,
  status: Contractor['status'],
  { now }: DecisionContext,
): DecisionResult<Contractor> {
  if (status === row.document.status) return ok({ writes: [], events: [], reply: row.document })
  const contractor_status = status === 'ACTIVE' ? 'APPROVED' : 'INACTIVE'
  const next = changed(row, { status, contractor_status }, now)
  return ok({
    writes: [updateOf('contractor', next)],
    events: [contractorEvent('v2.contractor.updated', next.document)],
    reply: next.document,
  })
}

export const onlyBusinesses = (): ServiceError =>
  serviceError('parameter_invalid', 'Only a business can have contractors. Send parent_type BUSINESS.', {
    param: 'parent_type',
  })
