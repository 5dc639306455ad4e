import type { eventNames } from '../../../src-shared/api/event-types.ts'
import type { Application } from '../../../src-shared/api/schemas/application.ts'
import type { ApplicationStatus } from '../../../src-shared/boarding/application-moves.ts'
import type { NewEvent } from '../../store/store.ts'
import type { Sealed } from '../../vault/sealed.ts'
import type { ApplicantLink } from '../applicant-link.ts'

/** A stored application: masked as in replies, with its confidential details sealed. */
export interface ApplicationDocument extends Application {
  readonly tenant_id: string
  readonly sealed: Sealed | null
  /** Every status since it was submitted, in order. */
  readonly history: readonly ApplicationStatus[]
  readonly link: ApplicantLink | null
  /** When documents were last requested, in ms. */
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

/** Makes an event of an application. It belongs to the business, because there is no account before the approval. */
export const applicationEvent = (
  what: (typeof eventNames)['application'][number],
  document: ApplicationDocument,
): NewEvent => ({
  account_id: document.business_id,
  type: `v2.application.${what}`,
  object: applicationOf(document),
})
