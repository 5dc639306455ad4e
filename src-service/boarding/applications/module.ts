import { refuse, type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type {
  applicationOperations,
  applicationPageOperations,
} from '../../../src-shared/api/operations/applications.ts'
import type { applicationSandboxOperations } from '../../../src-shared/api/operations/boarding-sandbox.ts'
import type { UpdateApplicationBody } from '../../../src-shared/api/schemas/application.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { BusinessRow } from '../../accounts/documents.ts'
import { accessOf } from '../../api-keys/made-by.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import { randomText } from '../../secrets/random.ts'
import type { ServiceModule, Services } from '../../services.ts'
import { equal, named } from '../../store/filters.ts'
import { readPage, showPage } from '../../store/read-page.ts'
import { openFile } from '../confidential.ts'
import { loadBusinessToBoard, withinReach } from '../load.ts'
import { loadPlan } from '../plans.ts'
import type { MakeFirstUser } from './approve.ts'
import { decideCreateApplication, decideUpdateApplication } from './decide-change.ts'
import { decideMove, decideSubmit } from './decide-move.ts'
import { decideUpload, type FileDocument } from './decide-upload.ts'
import { type ApplicationDocument, applicationOf } from './documents.ts'
import { decideLink } from './link.ts'
import { loadApplication } from './load.ts'
import { createApplicationLoader } from './load-state.ts'
import { applicationPageHandlers } from './page-handlers.ts'
import { type Move, sandboxMove } from './underwriter.ts'

export interface ApplicationOptions {
  /** Base URL for the applicants of a partner, such as https://pay.example.com; known once the service listens. */
  readonly applicationsUrl: (partnerId: string | null) => string
  /** Returns the function that makes the first user of a business. */
  readonly firstUserOf?: (business: BusinessRow) => Promise<MakeFirstUser>
}

const noUser = async (): Promise<MakeFirstUser> => () => ({ writes: [], events: [] })

/** Sections 2.11, 3.4 and 4.3: boarding applications. */
export function applicationsModule(
  services: Services,
  { applicationsUrl, firstUserOf = noUser }: ApplicationOptions,
): ServiceModule<
  | keyof typeof applicationOperations
  | keyof typeof applicationPageOperations
  | keyof typeof applicationSandboxOperations
> {
  const { store, vault } = services
  const loader = createApplicationLoader(services, firstUserOf)

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
            return plan.ok ? ok({ business: business.value, seal: loader.seal }) : plan
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
            const state = await loader.reached(caller, params.id)
            if (!state.ok) return state
            const plan = await refusePlan(caller, state.value.business, body)
            return plan.ok ? state : plan
          },
          decide: (state, context) => decideUpdateApplication(state, body, context),
          idempotency,
        }),

      'applications.submit': ({ caller, params, idempotency }) =>
        runDecision(services, {
          load: () => loader.reached(caller, params.id),
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
          load: () => loader.reached(caller, params.id),
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

      ...applicationPageHandlers(services, loader),

      'sandbox.applications.advance': ({ caller, params: { id }, body: { to, ...rest } }) =>
        runDecision(services, {
          load: () => loader.reached(caller, id),
          decide: (state, context) => {
            const move: Move | null =
              to === undefined ? sandboxMove(state.application.document) : { ...rest, to }
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
