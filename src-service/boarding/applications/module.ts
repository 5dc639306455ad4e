import { refuse, type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type {
  applicationOperations,
  applicationPageOperations,
} from '../../../src-shared/api/operations/applications.ts'
import type { applicationSandboxOperations } from '../../../src-shared/api/operations/boarding-sandbox.ts'
import type { Application, UpdateApplicationBody } from '../../../src-shared/api/schemas/application.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { BusinessRow } from '../../accounts/documents.ts'
import { accessOf } from '../../api-keys/made-by.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import { randomText } from '../../secrets/random.ts'
import type { ServiceModule, Services } from '../../services.ts'
import { equal, named } from '../../store/filters.ts'
import { readPage, showPage } from '../../store/read-page.ts'
import type { IdempotencyClaim, Row } from '../../store/store.ts'
import type { DecisionContext, DecisionResult } from '../../use-case.ts'
import { type Confidential, openDetails, openFile, sealDetails, sealFile } from '../confidential.ts'
import { loadBusinessToBoard, withinReach } from '../load.ts'
import { loadPlan } from '../plans.ts'
import { refuseStale } from '../refuse-stale.ts'
import type { MakeFirstUser } from './approve.ts'
import { decideCreateApplication, decideUpdateApplication } from './decide-change.ts'
import { decideMove, decideSubmit } from './decide-move.ts'
import { decideUpload, type FileDocument, type UploadState } from './decide-upload.ts'
import { type ApplicationDocument, applicationOf } from './documents.ts'
import { decideLink } from './link.ts'
import { loadApplication } from './load.ts'
import { pageOf } from './page-view.ts'
import { type Move, sandboxUnderwriter, type Underwriter } from './underwriter.ts'

export interface ApplicationOptions {
  /** Base URL for the applicants of a partner, such as https://pay.example.com; known once the service listens. */
  readonly applicationsUrl: (partnerId: string | null) => string
  readonly underwriter?: Underwriter
  /** Returns the function that makes the first user of a business. */
  readonly firstUserOf?: (business: BusinessRow) => Promise<MakeFirstUser>
}

interface PageRequest {
  readonly caller: Caller
  readonly params: { readonly id: string }
  readonly idempotency: IdempotencyClaim | null
}

const noUser = async (): Promise<MakeFirstUser> => () => ({ writes: [], events: [] })

/** Sections 2.11, 3.4 and 4.3: boarding applications. */
export function applicationsModule(
  services: Services,
  { applicationsUrl, underwriter = sandboxUnderwriter, firstUserOf = noUser }: ApplicationOptions,
): ServiceModule<
  | keyof typeof applicationOperations
  | keyof typeof applicationPageOperations
  | keyof typeof applicationSandboxOperations
> {
  const { store, vault, clock } = services
  const keepFile: UploadState['sealFile'] = (id, content) => sealFile(vault, id, content)
  const seal = (id: string, details: Confidential) => sealDetails(vault, id, details)

  /** Loads an application with everything that a status change may need. */
  const load = async (caller: Caller, id: string): Promise<Result<UploadState, ServiceError>> => {
    const application = await loadApplication(services, caller, id)
    return application.ok ? stateOf(application.value) : application
  }
  const stateOf = async (
    application: Row<ApplicationDocument>,
  ): Promise<Result<UploadState, ServiceError>> => {
    const { id, business_id, sealed } = application.document
    const business = await services.accounts.business(business_id)
    if (business === null) throw new Error(`business ${business_id} of application ${id} is missing`)
    const details = openDetails(vault, id, sealed)
    const makeFirstUser = await firstUserOf(business)
    return ok({ application, details, business, seal, makeFirstUser, sealFile: keepFile })
  }
  /** Loads the applicant's own application. Admission has already checked the secret of the link. */
  const loadOwn = async ({ tenantId }: Caller, id: string): Promise<Result<UploadState, ServiceError>> => {
    const row = await store.get<ApplicationDocument>('application', tenantId, id)
    if (row === null) throw new Error(`application ${id} was admitted and is gone`)
    return stateOf(row)
  }
  /** Runs a decision about the application and replies with the page that the applicant sees. */
  const onPage = (
    { caller, params: { id }, idempotency }: PageRequest,
    decide: (state: UploadState, context: DecisionContext) => DecisionResult<Application>,
  ) =>
    runDecision(services, {
      load: () => loadOwn(caller, id),
      decide: (state, context) => {
        const decided = decide(state, context)
        if (!decided.ok) return decided
        const written = decided.value.writes.find((write) => write.kind === 'application')
        const row =
          written === undefined || written.op === 'delete'
            ? state.application
            : (written.row as Row<ApplicationDocument>)
        return ok({ ...decided.value, reply: pageOf(row, state.business, clock) })
      },
      idempotency,
    })
  /** A named plan must be in the caller's reach, and be for all partners or for the business's own. */
  const refusePlan = async (
    caller: Caller,
    { document: { partner_id: partner } }: BusinessRow,
    { processing_plan_id: id }: Pick<UpdateApplicationBody, 'processing_plan_id'>,
  ): Promise<Result<unknown, ServiceError>> =>
    typeof id !== 'string'
      ? ok(null)
      : loadPlan(
          services,
          caller,
          id,
          'processing_plan_id',
          (ofPlan) => ofPlan === null || ofPlan === partner,
        )

  return {
    handlers: {
      'applications.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const business = await loadBusinessToBoard(services, caller, body.business_id)
            if (!business.ok) return business
            const plan = await refusePlan(caller, business.value, body)
            return plan.ok ? ok({ business: business.value, seal }) : plan
          },
          decide: (state, context) => decideCreateApplication(state, body, context),
          idempotency,
        }),

      'applications.list': async ({ caller, query: { status, business_id, name, ...query } }) => {
        const reach = await withinReach(services, caller)
        // A key of one account sees only the application of that account, and only by its id, not in lists.
        const isOfAccount = caller.bounds?.account_id != null
        const accountIds = reach === null || isOfAccount ? [] : [caller.tenantId]
        const where = [...(reach ?? []), ...equal({ status, business_id }), ...named('names', name)]
        const scope = { kind: 'application', accountIds, where } as const
        const page = await readPage<ApplicationDocument>(store, scope, query)
        return showPage(page, applicationOf)
      },

      'applications.get': async ({ caller, params }) => {
        const application = await loadApplication(services, caller, params.id)
        return application.ok ? ok(applicationOf(application.value.document)) : application
      },

      'applications.update': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const state = await load(caller, params.id)
            if (!state.ok) return state
            const plan = await refusePlan(caller, state.value.business, body)
            return plan.ok ? state : plan
          },
          decide: (state, context) => decideUpdateApplication(state, body, context),
          idempotency,
        }),

      'applications.submit': ({ caller, params, idempotency }) =>
        runDecision(services, {
          load: () => load(caller, params.id),
          decide: decideSubmit,
          idempotency,
        }),

      'applications.link': async ({ caller, params }) => {
        const token = randomText(32)
        return runDecision(services, {
          allowedBy: () => accessOf(store, caller),
          load: async () => {
            const application = await loadApplication(services, caller, params.id)
            if (!application.ok) return application
            const url = applicationsUrl(application.value.document.partner_id)
            return ok({ application: application.value, token, url })
          },
          decide: decideLink,
        })
      },

      'applications.upload_document': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => load(caller, params.id),
          decide: (state, context) => decideUpload(state, body, context),
          idempotency,
        }),

      'applications.get_document': async ({ caller, params: { id, documentId } }) => {
        const application = await loadApplication(services, caller, id)
        if (!application.ok) return application
        const file = application.value.document.documents.find((one) => one.id === documentId)
        const row =
          file === undefined
            ? null
            : await store.get<FileDocument>('application_document', caller.tenantId, documentId)
        if (file === undefined || row === null) {
          const message = `There is no document ${documentId} in application ${id}.`
          return refuse('resource_missing', message, { param: 'documentId' })
        }
        return ok({ ...file, content: openFile(vault, documentId, row.document.sealed) })
      },

      'application_pages.get': async ({ caller, params }) => {
        const state = await loadOwn(caller, params.id)
        if (!state.ok) return state
        return ok(pageOf(state.value.application, state.value.business, clock))
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

      'sandbox.applications.advance': ({ caller, params: { id }, body: { to, ...rest } }) =>
        runDecision(services, {
          load: () => load(caller, id),
          decide: (state, context) => {
            const move: Move | null =
              to === undefined ? underwriter.nextMove(state.application.document) : { ...rest, to }
            return move === null ? err(nothingToDecide(id)) : decideMove(state, move, context)
          },
        }),
    },
  }
}

const nothingToDecide = (id: string): ServiceError =>
  serviceError(
    'state_conflict',
    `The sandbox's underwriter has no further decision about application ${id}. Send to with the status that you want.`,
    { param: 'to' },
  )
