import type { applicationPageOperations } from '../../../src-shared/api/operations/applications.ts'
import type { Application } from '../../../src-shared/api/schemas/application.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import type { IdempotencyClaim, Row } from '../../store/store.ts'
import type { DecisionContext, DecisionResult } from '../../use-case.ts'
import { refuseStale } from '../refuse-stale.ts'
import { decideUpdateApplication } from './decide-change.ts'
import { decideSubmit } from './decide-move.ts'
import { decideUpload, type UploadState } from './decide-upload.ts'
import type { ApplicationDocument } from './documents.ts'
import type { ApplicationLoader } from './load-state.ts'
import { pageOf } from './page-view.ts'

interface PageRequest {
  readonly caller: Caller
  readonly params: { readonly id: string }
  readonly idempotency: IdempotencyClaim | null
}

/** Calls of the hosted form, by an applicant with the secret of the application's link. */
export function applicationPageHandlers(
  services: Services,
  loader: Pick<ApplicationLoader, 'own'>,
): HandlersOf<keyof typeof applicationPageOperations> {
  /** Runs a decision about the application and replies with the page that the applicant sees. */
  const onPage = (
    { caller, params: { id }, idempotency }: PageRequest,
    decide: (state: UploadState, context: DecisionContext) => DecisionResult<Application>,
  ) =>
    runDecision(services, {
      load: () => loader.own(caller, id),
      decide: (state, context) => {
        const decided = decide(state, context)
        if (!decided.ok) return decided
        const written = decided.value.writes.find((write) => write.kind === 'application')
        const row =
          written === undefined || written.op === 'delete'
            ? state.application
            : (written.row as Row<ApplicationDocument>)
        return ok({ ...decided.value, reply: pageOf(row, state.business, services.clock) })
      },
      idempotency,
    })

  return {
    'application_pages.get': async ({ caller, params }) => {
      const state = await loader.own(caller, params.id)
      return state.ok ? ok(pageOf(state.value.application, state.value.business, services.clock)) : state
    },
    'application_pages.save': (request) => {
      const { revision, ...body } = request.body
      return onPage(request, (state, context) => {
        const stale = refuseStale(state.application, revision)
        return stale === null ? decideUpdateApplication(state, body, context) : err(stale)
      })
    },
    'application_pages.upload': (request) =>
      onPage(request, (state, context) => decideUpload(state, request.body, context)),
    'application_pages.submit': (request) => onPage(request, decideSubmit),
  }
}
