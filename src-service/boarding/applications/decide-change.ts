import { refuse, type ServiceError } from '../../../src-shared/api/errors.ts'
import type {
  Application,
  CreateApplicationBody,
  UpdateApplicationBody,
} from '../../../src-shared/api/schemas/application.ts'
import { changeableStatuses } from '../../../src-shared/boarding/application-moves.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { BusinessRow } from '../../accounts/documents.ts'
import { changed, inserted, updateOf } from '../../store/row-writes.ts'
import type { Row } from '../../store/store.ts'
import { isoTime } from '../../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../../use-case.ts'
import type { Sealed } from '../../vault/sealed.ts'
import type { Confidential } from '../confidential.ts'
import { type ApplicationDocument, applicationEvent, applicationOf } from './documents.ts'
import { type Merged, mergeFields } from './merge-fields.ts'
import { problemsOf, refusalOf } from './rules.ts'

/** The part of the vault that a decision may use. */
export interface Sealing {
  readonly seal: (applicationId: string, details: Confidential) => Sealed | null
}

/** Section 3.4: (none) → DRAFT. A draft requires only its business. */
export function decideCreateApplication(
  { business, seal }: Sealing & { readonly business: BusinessRow },
  { business_id, sales_agent_id, sales_group_id, ...body }: CreateApplicationBody,
  context: DecisionContext,
): DecisionResult<Application> {
  const { now, newId } = context
  const { tenant_id, partner_id = null } = business.document
  const id = newId('application')
  const empty: ApplicationDocument = {
    ...{ id, entity: 'application', status: 'DRAFT', status_reason: null },
    ...{ business_id, partner_id, account_id: null, name: null, sales_code_id: null },
    sales_agent_id: sales_agent_id ?? null,
    sales_group_id: sales_group_id ?? null,
    ...{ company: null, address: null, industry_volume: null, services_deliveries: null },
    ...{ transaction_modes: null, owners: [], bank_account: null, processing_plan_id: null },
    ...{ terms_accepted: false, documents_requested: null, submitted_at: null },
    documents: [],
    created_at: isoTime(now),
    updated_at: isoTime(now),
    ...{ tenant_id, sealed: null, history: [], link: null, requested_at: null },
  }
  const merged = mergeFields(empty, {}, body, () => newId('owner'))
  const refusal = refuseMerged(merged, empty, now)
  if (refusal !== null) return err(refusal)
  const document = { ...merged.document, sealed: seal(id, merged.details) }
  return ok({
    writes: [inserted('application', tenant_id, document, now)],
    events: [applicationEvent('created', document)],
    reply: applicationOf(document),
  })
}

export interface UpdateState extends Sealing {
  readonly application: Row<ApplicationDocument>
  readonly details: Confidential
}

/** Section 3.4: updates an application if its status permits. */
export function decideUpdateApplication(
  { application, details, seal }: UpdateState,
  { business_id, ...body }: UpdateApplicationBody,
  { now, newId }: DecisionContext,
): DecisionResult<Application> {
  const { document: former } = application
  const { id, status } = former
  if (!changeableStatuses.includes(status)) {
    const message = `Application ${id} is ${status}. It can only be changed in the statuses ${changeableStatuses.join(' and ')}.`
    return refuse('state_conflict', message)
  }
  if (business_id !== undefined && business_id !== former.business_id) {
    const message = `business_id of application ${id} cannot be changed. Create another application for the other business.`
    return refuse('parameter_invalid', message, { param: 'business_id' })
  }
  // The applicant, who cannot set a plan, could not submit without one.
  if (body.processing_plan_id === null && (former.link !== null || status !== 'DRAFT')) {
    const message = `The processing plan of application ${id} can only be removed from a draft that has no link. Send the id of another plan.`
    return refuse('state_conflict', message, { param: 'processing_plan_id' })
  }
  const merged = mergeFields(former, details, body, () => newId('owner'))
  const refusal = refuseMerged(merged, former, now)
  if (refusal !== null) return err(refusal)
  const isSame = JSON.stringify(merged.details) === JSON.stringify(details)
  const sealed = isSame ? former.sealed : seal(id, merged.details)
  const next = changed(application, { ...merged.document, sealed }, now)
  return ok({
    writes: [updateOf('application', next)],
    events: [applicationEvent('updated', next.document)],
    reply: applicationOf(next.document),
  })
}

/** @param now ms */
function refuseMerged(
  { document, details, problems }: Merged,
  former: ApplicationDocument,
  now: number,
): ServiceError | null {
  const birthDates = document.owners.map(({ id }) => details[`owners.${id}.birth_date`])
  return refusalOf([...problems, ...problemsOf(document, birthDates, isoTime(now).slice(0, 10), former)])
}
