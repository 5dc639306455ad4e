import type { ServiceError } from '../../../src-shared/api/errors.ts'
import { serviceError } from '../../../src-shared/api/errors.ts'
import type { applicationOperations } from '../../../src-shared/api/operations/applications.ts'
import type { applicationSandboxOperations } from '../../../src-shared/api/operations/boarding-sandbox.ts'
import type { CreateApplicationBody } from '../../../src-shared/api/schemas/application.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { BusinessRow } from '../../accounts/documents.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import type { ServiceModule, Services } from '../../services.ts'
import { readPage } from '../../store/read-page.ts'
import { openDetails, sealDetails } from '../confidential.ts'
import { loadBusiness, withinReach } from '../load.ts'
import { loadPlan } from '../plans.ts'
import type { ApprovalState, MakeFirstUser } from './approve.ts'
import { decideCreateApplication, decideUpdateApplication } from './decide-change.ts'
import { decideMove, decideSubmit } from './decide-move.ts'
import { type ApplicationDocument, applicationOf } from './documents.ts'
import { loadApplication } from './load.ts'
import { type Move, sandboxUnderwriter, type Underwriter } from './underwriter.ts'

export interface ApplicationOptions {
  readonly underwriter?: Underwriter
  /** Who makes the first user of a business. */
  readonly firstUserOf?: (business: BusinessRow) => Promise<MakeFirstUser>
}

const noUser = async (): Promise<MakeFirstUser> => () => ({ writes: [], events: [] })

/** Sections 2.11, 3.4 and 4.3: boarding applications. */
export function applicationsModule(
  services: Services,
  { underwriter = sandboxUnderwriter, firstUserOf = noUser }: ApplicationOptions = {},
): ServiceModule<keyof typeof applicationOperations | keyof typeof applicationSandboxOperations> {
  const { store, vault } = services
  const seal = (id: string, details: Parameters<typeof sealDetails>[2]) => sealDetails(vault, id, details)

  /** An application and all that a move of it may need. */
  const load = async (caller: Caller, id: string): Promise<Result<ApprovalState, ServiceError>> => {
    const application = await loadApplication(services, caller, id)
    if (!application.ok) return application
    const { business_id, sealed } = application.value.document
    const business = await services.accounts.business(business_id)
    if (business === null) throw new Error(`business ${business_id} of application ${id} is missing`)
    const details = openDetails(vault, id, sealed)
    const makeFirstUser = await firstUserOf(business)
    return ok({ application: application.value, details, business, seal, makeFirstUser })
  }
  /** A plan that is named must be in reach of who names it. */
  const refusePlan = async (
    caller: Caller,
    { processing_plan_id: id }: Pick<CreateApplicationBody, 'processing_plan_id'>,
  ): Promise<Result<unknown, ServiceError>> =>
    id === undefined ? ok(null) : loadPlan(services, caller, id, 'processing_plan_id')

  return {
    handlers: {
      'applications.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const business = await loadBusiness(services, caller, body.business_id, 'business_id')
            if (!business.ok) return business
            const plan = await refusePlan(caller, body)
            return plan.ok ? ok({ business: business.value, seal }) : plan
          },
          decide: (state, context) => decideCreateApplication(state, body, context),
          idempotency,
        }),

      'applications.list': async ({ caller, query: { status, business_id, ...query } }) => {
        const reach = await withinReach(services, caller)
        const filters = Object.entries({ status, business_id }).flatMap(([column, value]) =>
          value === undefined ? [] : [{ column, is: '=' as const, value }],
        )
        // A key of one account sees the application that the account was made of, by its id.
        const isOfAccount = caller.bounds?.account_id != null
        const accountIds = reach === null || isOfAccount ? [] : [caller.tenantId]
        const where = [...(reach ?? []), ...filters]
        const scope = { kind: 'application', accountIds, where } as const
        const page = await readPage<ApplicationDocument>(store, scope, query)
        return page.ok ? ok({ ...page.value, data: page.value.data.map(applicationOf) }) : page
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
            const plan = await refusePlan(caller, body)
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
    `The sandbox's underwriter has nothing more to decide on application ${id}. Send to, the status that it shall have.`,
    { param: 'to' },
  )
