import type { ApplicationPage } from '../../../src-shared/api/schemas/application-page.ts'
import { changeableStatuses } from '../../../src-shared/boarding/application-moves.ts'
import type { BusinessRow } from '../../accounts/documents.ts'
import type { Row } from '../../store/store.ts'
import { type Clock, isoTime } from '../../time/clock.ts'
import { type ApplicationDocument, applicationOf } from './documents.ts'
import { missingFields } from './rules.ts'

/** Returns the page that the applicant sees, masked as for everyone. */
export const pageOf = (
  { document, version }: Row<ApplicationDocument>,
  business: BusinessRow,
  { dated }: Pick<Clock, 'dated'>,
): ApplicationPage => ({
  id: document.id,
  entity: 'application_page',
  business_name: business.document.name,
  application: applicationOf(document),
  revision: version,
  missing: missingFields(document).map(({ param }) => param),
  documents_missing: documentsMissing(document),
  may_change: changeableStatuses.includes(document.status),
  link_expires_at: isoTime(dated(document.link?.expires_at ?? 0)),
})

type Files = Pick<ApplicationDocument, 'documents' | 'requested_at'>

/** Returns the documents uploaded since documents were last requested; all if none were requested. */
export const documentsSinceAsked = ({ documents, requested_at }: Files): ApplicationDocument['documents'] =>
  documents.filter(({ created_at }) => Date.parse(created_at) >= (requested_at ?? 0))

/** Returns the types that were last requested and have not been uploaded since. */
export const documentsMissing = (
  application: Files & Pick<ApplicationDocument, 'documents_requested'>,
): string[] => {
  const { documents_requested: asked } = application
  const given = documentsSinceAsked(application).map((one) => one.document_type)
  return asked === null || asked.received ? [] : asked.document_types.filter((type) => !given.includes(type))
}
