import { refuse } from '../../../src-shared/api/errors.ts'
import type { Application } from '../../../src-shared/api/schemas/application.ts'
import type {
  ApplicationFile,
  UploadDocumentBody,
} from '../../../src-shared/api/schemas/application-document.ts'
import { changeableStatuses } from '../../../src-shared/boarding/application-moves.ts'
import { mostDocumentBytes } from '../../../src-shared/boarding/document-limits.ts'
import { fileTypeOf } from '../../../src-shared/boarding/file-type.ts'
import { ok } from '../../../src-shared/result.ts'
import { changed, firstRow, insertOf, updateOf } from '../../store/row-writes.ts'
import { isoTime } from '../../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../../use-case.ts'
import type { Sealed } from '../../vault/sealed.ts'
import type { ApprovalState } from './approve.ts'
import { decideMove } from './decide-move.ts'
import { type ApplicationDocument, applicationEvent, applicationOf } from './documents.ts'
import { documentsMissing, documentsSinceAsked } from './page-view.ts'
import { missingFields } from './rules.ts'

/** A stored file. Its content is sealed and bound to the id of the file. */
export interface FileDocument {
  readonly application_id: string
  readonly sealed: Sealed
}

export interface UploadState extends ApprovalState {
  readonly sealFile: (id: string, content: string) => Sealed
}

/** Maximum files of a draft, and again of each request of the underwriter: earlier files must not block it. */
const mostFiles = 20

/**
 * Section 2.11, documents_requested: when all required documents have arrived, the application returns to UNDERWRITING.
 * If the applicant has removed a required field in the meantime, it stays until it is complete and submitted.
 */
export function decideUpload(
  state: UploadState,
  { document_type, file_name, content }: UploadDocumentBody,
  context: DecisionContext,
): DecisionResult<Application> {
  const { application } = state
  const { id: applicationId, status, documents, documents_requested: asked } = application.document
  if (!changeableStatuses.includes(status)) {
    const message = `Application ${applicationId} is ${status}. It only accepts documents in the statuses ${changeableStatuses.join(' and ')}.`
    return refuse('state_conflict', message)
  }
  if (documentsSinceAsked(application.document).length >= mostFiles) {
    const since = asked === null ? '' : ' since the last request for documents'
    const message = `Application ${applicationId} has received ${mostFiles} documents${since}, which is the maximum.`
    return refuse('state_conflict', message)
  }
  const bytes = Buffer.from(content, 'base64')
  const content_type = fileTypeOf(bytes)
  if (content_type === null) {
    const message = 'content is not a PDF, PNG or JPEG file, regardless of file_name. Send one of these.'
    return refuse('parameter_invalid', message, { param: 'content' })
  }
  if (bytes.length > mostDocumentBytes) {
    const message = 'content is larger than 5 MiB. Send a smaller file.'
    return refuse('parameter_invalid', message, { param: 'content' })
  }
  const { now, newId } = context
  const file: ApplicationFile = {
    ...{ id: newId('application_document'), entity: 'application_document', document_type, file_name },
    ...{ content_type, size: bytes.length, created_at: isoTime(now) },
  }
  const kept: FileDocument = { application_id: applicationId, sealed: state.sealFile(file.id, content) }
  const insert = insertOf('application_document', firstRow(application.account_id, file.id, kept, now))
  const withFile: ApplicationDocument = { ...application.document, documents: [...documents, file] }
  const isAllThere = documentsMissing(withFile).length === 0
  const changes: Partial<ApplicationDocument> = {
    documents: withFile.documents,
    ...(asked !== null && isAllThere && !asked.received
      ? { documents_requested: { ...asked, received: true, received_date: isoTime(now) } }
      : {}),
  }
  const isWhole = isAllThere && missingFields(withFile).length === 0
  if (status === 'NEED_INFORMATION' && asked?.required === true && isWhole) {
    const complete = { ...application, document: { ...application.document, ...changes } }
    const moved = decideMove({ ...state, application: complete }, { to: 'UNDERWRITING' }, context)
    return moved.ok ? ok({ ...moved.value, writes: [...moved.value.writes, insert] }) : moved
  }
  const next = changed(application, changes, now)
  return ok({
    writes: [updateOf('application', next), insert],
    events: [applicationEvent('updated', next.document)],
    reply: applicationOf(next.document),
  })
}
