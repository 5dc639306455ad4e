import type { ApplicationPage } from '../../../src-shared/api/schemas/application-page.ts'
import { changeableStatuses } from '../../../src-shared/boarding/application-moves.ts'
import type { BusinessRow } from '../../accounts/documents.ts'
import { type Clock, isoTime } from '../../clock.ts'
import { type ApplicationDocument, applicationOf } from './documents.ts'
import { missingFields } from './rules.ts'

/** What the applicant sees: masked like everybody. */
export const pageOf = (
  document: ApplicationDocument,
  business: BusinessRow,
  { dated }: Pick<Clock, 'dated'>,
): ApplicationPage => ({
  id: document.id,
  entity: 'application_page',
  business_name: business.document.name,
  application: applicationOf(document),
  missing: missingFields(document).map(({ param }) => param),
  may_change: changeableStatuses.includes(document.status),
  link_expires_at: isoTime(dated(document.link?.expires_at ?? 0)),
})
