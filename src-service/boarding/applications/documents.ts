import type { eventNames } from '../../../src-shared/api/event-types.ts'
import type { Application } from '../../../src-shared/api/schemas/application.ts'
import type { ApplicationStatus } from '../../../src-shared/boarding/application-moves.ts'
import type { NewEvent } from '../../store/store.ts'
import type { Sealed } from '../../vault/sealed.ts'
import type { ApplicantLink } from '../applicant-link.ts'

/** An application as it is kept: masked as it is answered, and what the vault keeps of it. */
export interface ApplicationDocument extends Application {
  readonly tenant_id: string
  readonly sealed: Sealed | null
  /** Every status since it was submitted, in order. */
  readonly history: readonly ApplicationStatus[]
  readonly link: ApplicantLink | null
  /** When documents were asked for last, ms. */
  readonly requested_at: number | null
}

export const applicationOf = ({
  tenant_id: _,
  sealed: __,
  history: ___,
  link: ____,
  requested_at: _____,
  ...application
}: ApplicationDocument): Application => application

/** Until there is an account, an application's events are of its business. */
export const applicationEvent = (
  what: (typeof eventNames)['application'][number],
  document: ApplicationDocument,
): NewEvent => ({
  account_id: document.business_id,
  type: `v2.application.${what}`,
  object: applicationOf(document),
})
