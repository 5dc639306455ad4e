import { refuse } from '../../../src-shared/api/errors.ts'
import { changeableStatuses } from '../../../src-shared/boarding/application-moves.ts'
import { ok } from '../../../src-shared/result.ts'
import { nextRow, updateOf } from '../../store/row-writes.ts'
import type { Row } from '../../store/store.ts'
import { isoTime } from '../../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../../use-case.ts'
import { applicantUrl, newApplicantLink } from '../applicant-link.ts'
import type { ApplicationDocument } from './documents.ts'

export interface LinkState {
  readonly application: Row<ApplicationDocument>
  readonly token: string
  /** Base URL at which the applicant reaches the service. */
  readonly url: string
}

/** Section 4.3: a plan must be chosen first. A new link replaces the previous one. */
export function decideLink(
  { application, token, url }: LinkState,
  { now, verified, dated }: DecisionContext,
): DecisionResult<{ readonly application_id: string; readonly link: string; readonly expires_at: string }> {
  const { document, id } = application
  if (document.processing_plan_id === null) {
    const message = `Application ${id} has no processing plan. Set processing_plan_id before you create its link.`
    return refuse('state_conflict', message, { param: 'processing_plan_id' })
  }
  if (!changeableStatuses.includes(document.status)) {
    const message = `Application ${id} is ${document.status}, so it cannot be filled in. Links can only be created in the statuses ${changeableStatuses.join(' and ')}.`
    return refuse('state_conflict', message)
  }
  const link = newApplicantLink(token, verified)
  return ok({
    writes: [updateOf('application', nextRow(application, { ...document, link }, now))],
    events: [],
    reply: {
      application_id: id,
      link: applicantUrl(url, 'apply', id, token),
      expires_at: isoTime(dated(link.expires_at)),
    },
  })
}
