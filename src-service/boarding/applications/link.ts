import { timingSafeEqual } from 'node:crypto'
import { serviceError } from '../../../src-shared/api/errors.ts'
import { changeableStatuses } from '../../../src-shared/boarding/application-moves.ts'
import { err, ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import { hashOfSecret } from '../../secret-hash.ts'
import { nextRow, updateOf } from '../../store/row-writes.ts'
import type { Row } from '../../store/store.ts'
import type { DecisionContext, DecisionResult } from '../../use-case.ts'
import type { ApplicantLink, ApplicationDocument } from './documents.ts'

/** How long a link is good, ms. */
const lifeMs = 7 * 24 * 60 * 60_000

/** Behind the #: browsers send that part to no server, and name it to no other page. */
const linkUrl = (publicUrl: string, id: string, token: string): string => `${publicUrl}/apply/${id}#${token}`

export interface LinkState {
  readonly application: Row<ApplicationDocument>
  readonly token: string
  readonly publicUrl: string
}

/** Section 4.3: a plan must be chosen first. A new link takes the place of the one before. */
export function decideLink(
  { application, token, publicUrl }: LinkState,
  { now, verified, dated }: DecisionContext,
): DecisionResult<{ readonly application_id: string; readonly link: string; readonly expires_at: string }> {
  const { document, id } = application
  if (document.processing_plan_id === null) {
    const message = `Application ${id} has no processing plan: choose processing_plan_id before its link is made.`
    return err(serviceError('state_conflict', message, { param: 'processing_plan_id' }))
  }
  if (!changeableStatuses.includes(document.status)) {
    const message = `Application ${id} is ${document.status}: there is nothing to fill in. Links are made in ${changeableStatuses.join(' and ')}.`
    return err(serviceError('state_conflict', message))
  }
  const link: ApplicantLink = { hash: hashOfSecret(token), expires_at: verified + lifeMs }
  return ok({
    writes: [updateOf('application', nextRow(application, { ...document, link }, now))],
    events: [],
    reply: {
      application_id: id,
      link: linkUrl(publicUrl, id, token),
      expires_at: isoTime(dated(link.expires_at)),
    },
  })
}

/** Whether a secret (`{id}_secret_{token}`) is that of the application's link. @param now ms by verified time */
export function opensApplication(
  { id, document: { link } }: Row<ApplicationDocument>,
  secret: string,
  now: number,
): boolean {
  const token = secret.slice(`${id}_secret_`.length)
  if (link === null || link.expires_at <= now) return false
  return timingSafeEqual(Buffer.from(hashOfSecret(token)), Buffer.from(link.hash))
}
