import { refuse, serviceError } from '../../../src-shared/api/errors.ts'
import type { Application } from '../../../src-shared/api/schemas/application.ts'
import {
  type ApplicationStatus,
  applicationMoves,
  isApproval,
} from '../../../src-shared/boarding/application-moves.ts'
import { err, ok } from '../../../src-shared/result.ts'
import { changed, updateOf } from '../../store/row-writes.ts'
import { isoTime } from '../../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../../use-case.ts'
import { type ApprovalState, approved } from './approve.ts'
import { type ApplicationDocument, applicationEvent, applicationOf } from './documents.ts'
import { missingFields, refusalOf } from './rules.ts'
import type { Move } from './underwriter.ts'

/** Section 3.4: makes an allowed status change, with all its consequences in the same commit. */
export function decideMove(
  state: ApprovalState,
  { to, reason, documents_requested: asked }: Move,
  context: DecisionContext,
): DecisionResult<Application> {
  const { application } = state
  const { document: former } = application
  const { id, status: from } = former
  if (!applicationMoves[from].includes(to)) return err(refusedMove(id, from, to))
  const missing = from === 'DRAFT' && to === 'UNDER_REVIEW' ? refusalOf(missingFields(former)) : null
  if (missing !== null) return err(missing)
  const { now } = context
  const moved: Partial<ApplicationDocument> = {
    status: to,
    status_reason: reason ?? null,
    history: [...former.history, to],
    ...(from === 'DRAFT' && to === 'UNDER_REVIEW' ? { submitted_at: isoTime(now) } : {}),
    ...(to === 'NEED_INFORMATION'
      ? {
          requested_at: now,
          documents_requested: {
            document_types: [...(asked?.document_types ?? [])],
            required: asked?.required ?? (asked?.document_types.length ?? 0) > 0,
            received: false,
            received_date: null,
            comments: asked?.comments ?? reason ?? null,
          },
        }
      : {}),
  }
  const approval = isApproval(to) ? approved(state, moved, context) : null
  if (approval !== null && !approval.ok) return approval
  const next = changed(application, { ...moved, ...approval?.value.change }, now)
  return ok({
    writes: [updateOf('application', next), ...(approval?.value.writes ?? [])],
    events: [applicationEvent(eventOf(to), next.document), ...(approval?.value.events ?? [])],
    reply: applicationOf(next.document),
  })
}

/** Section 3.4: DRAFT → UNDER_REVIEW; NEED_INFORMATION → UNDERWRITING once the requested documents are there. */
export function decideSubmit(state: ApprovalState, context: DecisionContext): DecisionResult<Application> {
  const { document } = state.application
  if (document.status !== 'NEED_INFORMATION') return decideMove(state, { to: 'UNDER_REVIEW' }, context)
  const { documents_requested: asked } = document
  if (asked?.required === true && !asked.received) {
    const message = `Application ${document.id} lacks documents that the underwriter requested: ${asked.document_types.join(', ')}. Upload them first.`
    return refuse('state_conflict', message, { param: 'documents_requested' })
  }
  const missing = refusalOf(missingFields(document))
  return missing === null ? decideMove(state, { to: 'UNDERWRITING' }, context) : err(missing)
}

function refusedMove(id: string, from: ApplicationStatus, to: ApplicationStatus) {
  const allowed = applicationMoves[from]
  const may =
    allowed.length === 0 ? `${from} is final.` : `From ${from} it can only become ${allowed.join(', ')}.`
  return serviceError('state_conflict', `Application ${id} is ${from}: it cannot become ${to}. ${may}`)
}

function eventOf(to: ApplicationStatus): Parameters<typeof applicationEvent>[0] {
  switch (to) {
    case 'UNDER_REVIEW':
      return 'submitted'
    case 'NEED_INFORMATION':
      return 'needs_information'
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
      return 'status_changed'
  }
}
