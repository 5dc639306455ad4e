import { serviceError } from '../../src-shared/api/errors.ts'
import type {
  ContractorApplicationPage,
  SaveContractorPageBody,
} from '../../src-shared/api/schemas/contractor-page.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { BusinessRow } from '../accounts/documents.ts'
import { refusalOf } from '../boarding/applications/rules.ts'
import type { Confidential } from '../boarding/confidential.ts'
import { refuseStale } from '../boarding/refuse-stale.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { Sealed } from '../vault/sealed.ts'
import { type ContractorApplicationDocument, type ContractorApplicationRow, formOf } from './documents.ts'
import { mergeForm, missingOf, ofType } from './form.ts'

export interface FormState {
  readonly row: ContractorApplicationRow
  readonly business: BusinessRow
  readonly details: Confidential
  readonly seal: (applicationId: string, details: Confidential) => Sealed | null
  readonly dated: Clock['dated']
}

/** Whether the application can change: until it is submitted, or decided without a submission. */
const mayChange = ({ status, submitted_at = null }: ContractorApplicationDocument): boolean =>
  status === 'UNDER_REVIEW' && submitted_at === null

/** Returns the page that the applicant sees, masked as for everyone. */
export function contractorPage({
  row: { document, version },
  business,
  dated,
}: Pick<FormState, 'row' | 'business' | 'dated'>): ContractorApplicationPage {
  const form = formOf(document)
  return {
    id: document.id,
    entity: 'contractor_application_page',
    business_name: business.document.name,
    contractor_status: document.status,
    application: form,
    revision: version,
    submitted_at: document.submitted_at ?? null,
    missing: missingOf(form),
    may_change: mayChange(document),
    link_expires_at: isoTime(dated(document.link_until)),
  }
}

/** Saves any part of the form while the applicant fills it in. */
export function decideSaveForm(
  state: FormState,
  { revision, ...body }: SaveContractorPageBody,
  { now, newId }: DecisionContext,
): DecisionResult<ContractorApplicationPage> {
  const { row, details, seal } = state
  if (!mayChange(row.document)) return err(closed(row.document))
  const stale = refuseStale(row, revision)
  if (stale !== null) return err(stale)
  const today = isoTime(now).slice(0, 10)
  const merged = mergeForm(formOf(row.document), details, body, today, () => newId('owner'))
  const refusal = refusalOf(merged.problems)
  if (refusal !== null) return err(refusal)
  const isSame = JSON.stringify(merged.details) === JSON.stringify(details)
  const sealed = isSame ? (row.document.sealed ?? null) : seal(row.id, merged.details)
  return written(state, { form: merged.form, sealed }, now)
}

/**
 * Section 2.11: bank details are submitted with the application. The error lists all missing fields. Fields of the
 * other type, which the applicant may have begun with, are dropped.
 */
export function decideSubmitForm(
  state: FormState,
  { now }: DecisionContext,
): DecisionResult<ContractorApplicationPage> {
  const { row, details, seal } = state
  const { document } = row
  if (!mayChange(document)) return err(closed(document))
  const missing = missingOf(formOf(document)).map((param) => ({
    param,
    code: 'parameter_missing' as const,
    message: `${param} is required before the application can be submitted.`,
  }))
  const refusal = refusalOf(missing)
  if (refusal !== null) return err(refusal)
  const whole = ofType(formOf(document), details)
  const sealed = seal(row.id, whole.details)
  return written(state, { form: whole.form, sealed, submitted_at: isoTime(now) }, now)
}

function written(
  state: FormState,
  changes: Partial<ContractorApplicationDocument>,
  now: number,
): DecisionResult<ContractorApplicationPage> {
  const next = changed(state.row, changes, now)
  return ok({
    writes: [updateOf('contractor_application', next)],
    events: [],
    reply: contractorPage({ ...state, row: next }),
  })
}

const closed = ({ id, status, submitted_at = null }: ContractorApplicationDocument) =>
  serviceError(
    'state_conflict',
    submitted_at === null
      ? `Contractor application ${id} is ${status}; it can only be changed in the status UNDER_REVIEW.`
      : `Contractor application ${id} was submitted at ${submitted_at} and can no longer be changed.`,
  )
