import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applicationsModule } from '../../../../src-service/boarding/applications/module.ts'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import type { Application } from '../../../../src-shared/api/schemas/application.ts'
import {
  type ApplicationStatus,
  applicationMoves,
  applicationStatuses,
  changeableStatuses,
  isApproval,
} from '../../../../src-shared/boarding/application-moves.ts'
import { applicantSecrets, wholeApplication } from '../../../support/whole-application.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

/**
 * A partner, the applicant and the underwriter, in any order and at the same moment. A short model predicts the
 * application's status. An application has one account when it is approved, and none before.
 */
type Command =
  | { readonly do: 'complete' }
  | { readonly do: 'clear' }
  | { readonly do: 'submit' }
  | { readonly do: 'advance'; readonly to: ApplicationStatus }

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Command>({ do: 'complete' }, { do: 'submit' }) },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'clear' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      to: fc.constantFrom(...applicationStatuses),
    }),
  },
)
/** Mostly follows the allowed moves, so that distant states are reached. */
const road = fc.array(fc.tuple(fc.nat(), command)).map((steps) => steps.slice(0, 14))

interface Model {
  readonly status: ApplicationStatus
  readonly isWhole: boolean
}

function expected(model: Model, what: Command): readonly [string, Model] {
  const mayChange = changeableStatuses.includes(model.status)
  switch (what.do) {
    case 'complete':
      return mayChange ? ['ok', { ...model, isWhole: true }] : ['state_conflict', model]
    case 'clear':
      return mayChange ? ['ok', { ...model, isWhole: false }] : ['state_conflict', model]
    case 'submit':
      return expectedMove(model, model.status === 'NEED_INFORMATION' ? 'UNDERWRITING' : 'UNDER_REVIEW', true)
    case 'advance':
      return expectedMove(model, what.to, model.status === 'DRAFT' && what.to === 'UNDER_REVIEW')
  }
}

function expectedMove(model: Model, to: ApplicationStatus, isChecked: boolean): readonly [string, Model] {
  if (!applicationMoves[model.status].includes(to)) return ['state_conflict', model]
  if (isChecked && !model.isWhole) return ['parameter_missing', model]
  return ['ok', { ...model, status: to }]
}

interface Boarding {
  readonly create: () => Promise<Application>
  readonly run: (id: string, what: Command) => Promise<string>
  readonly read: (id: string) => Promise<Application>
}

function boardingOf({ services, caller }: PaymentsHarness): Boarding {
  const { handlers } = applicationsModule(services, { applicationsUrl: () => 'https://pay.example.com' })
  const call = <Name extends keyof typeof handlers>(name: Name, parts: object) => {
    const handler = handlers[name] as unknown as Handler<'applications.get'>
    const request = { caller, params: {}, body: {}, query: {}, idempotency: null, ...parts }
    return handler(request as unknown as HandlerRequest<'applications.get'>)
  }
  const planOf = async () => {
    const account = await services.accounts.account(caller.accountId)
    return account?.document.processing_plan_id ?? ''
  }
  const must = async (name: keyof typeof handlers, parts: object) => {
    const answered = await call(name, parts)
    if (!answered.ok) throw new Error(answered.error.message)
    const { value } = answered as { readonly value: unknown }
    return (isSavedAnswer(value) ? JSON.parse(value.body) : value) as Application
  }
  return {
    create: async () => {
      const business_id = (await services.accounts.account(caller.accountId))?.document.business_id
      return must('applications.create', { body: { business_id, processing_plan_id: await planOf() } })
    },
    read: (id) => must('applications.get', { params: { id } }),
    run: async (id, what) => {
      const params = { id }
      switch (what.do) {
        case 'complete':
          return codeOf(await call('applications.update', { params, body: wholeApplication }))
        case 'clear':
          return codeOf(await call('applications.update', { params, body: { name: '', owners: [] } }))
        case 'submit':
          return codeOf(await call('applications.submit', { params }))
        case 'advance':
          return codeOf(await call('sandbox.applications.advance', { params, body: { to: what.to } }))
      }
    },
  }
}

/**
 * Asserts that the application has an account only if it is approved, and that no secret of the applicant is stored
 * unencrypted.
 */
async function assertSound({ services, caller }: PaymentsHarness, application: Application): Promise<void> {
  const all = await services.accounts.accountsOfTenant(caller.tenantId)
  const own = all.filter(({ document }) => document.application_id === application.id)
  expect(own.map(({ id }) => id)).toEqual(isApproval(application.status) ? [application.account_id] : [])
  const rows = JSON.stringify([await services.store.find('application', application.id), own])
  for (const secret of Object.values(applicantSecrets)) expect(rows).not.toContain(secret)
}

const engines = {
  SQLite: { open: () => openPaymentsHarness(), numRuns: 30 },
  PostgreSQL: { open: onPostgres, numRuns: 8 },
}

describe.each(Object.entries(engines))('random boarding on %s', (_, { open, numRuns }) => {
  test('random boarding ends as the model predicts, with one step after the other', async () => {
    const harness = await open()
    const boarding = boardingOf(harness)
    await fc.assert(
      fc.asyncProperty(road, async (steps) => {
        const { id } = await boarding.create()
        let model: Model = { status: 'DRAFT', isWhole: false }
        for (const [choice, any] of steps) {
          const moves = applicationMoves[model.status]
          const along = moves[choice % Math.max(moves.length, 1)]
          const what: Command =
            choice % 3 !== 0 && along !== undefined && model.isWhole ? { do: 'advance', to: along } : any
          const [code, next] = expected(model, what)
          expect([what, await boarding.run(id, what)]).toEqual([what, code])
          model = next
          const found = await boarding.read(id)
          expect(found.status).toBe(model.status)
        }
        await assertSound(harness, await boarding.read(id))
      }),
      { numRuns },
    )
  })

  test('random boarding creates at most one account, with two nodes at the same moment', async () => {
    const harness = await open()
    const [boarding, other] = [boardingOf(harness), boardingOf(harness.node())]
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 6 }), async (volley) => {
        const { id } = await boarding.create()
        for (const what of [
          { do: 'complete' },
          { do: 'submit' },
          { do: 'advance', to: 'UNDERWRITING' },
        ] as const) {
          expect(await boarding.run(id, what)).toBe('ok')
        }
        const approve = { do: 'advance', to: 'APPROVED' } as const
        const codes = await Promise.all(
          [approve, ...volley, approve].map((what, index) =>
            (index % 2 === 0 ? boarding : other).run(id, what),
          ),
        )
        const known = ['ok', 'state_conflict', 'parameter_missing', 'lock_timeout']
        expect(codes.filter((code) => !known.includes(code))).toEqual([])
        await assertSound(harness, await boarding.read(id))
      }),
      { numRuns },
    )
  })
})
