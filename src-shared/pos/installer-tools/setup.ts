import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import type { HealthFacts } from './health.ts'

/** The steps of an installer at a new counter, in this order; each can be skipped, revisited and repeated. */
export const setupSteps = [
  'service',
  'terminal',
  'clock',
  'printer',
  'scanner',
  'drawer',
  'display',
  'people',
  'test_sale',
] as const
export type SetupStep = (typeof setupSteps)[number]

const markSchema = z.object({
  state: z.enum(['done', 'skipped']),
  at: timestampSchema,
  /** The person's name, or the role; null if nobody was known. */
  by: z.string().nullable(),
  /** Whether the service moved real money then; null if unknown. */
  real_money: z.boolean().nullable().default(null),
})

/** A terminal's own answer, as it is stored. */
const triedSchema = z.object({
  at: timestampSchema,
  hsn: z.string(),
  ok: z.boolean(),
  /** Id of the payment; null if none was made. */
  payment_id: z.string().nullable(),
  /** Cents. */
  amount: z.number().int().nullable(),
  /** Whether the money has gone back. */
  returned: z.boolean(),
  /** How far the terminal's clock was off, as displayed. */
  clock_offset: z.string().nullable(),
  /** Whether the service moved real money then; null if unknown. */
  real_money: z.boolean().nullable().default(null),
})
export type Tried = z.infer<typeof triedSchema>

/** The assistant's file. */
export const setupSchema = z.object({
  version: z.literal(1),
  steps: z.partialRecord(z.enum(setupSteps), markSchema),
  clock: triedSchema.nullable(),
  test_sale: triedSchema.nullable(),
})
export type Setup = z.infer<typeof setupSchema>

export const newSetup: Setup = { version: 1, steps: {}, clock: null, test_sale: null }

/** The facts that prove that a step is done. */
export interface SetupFacts {
  readonly service: Pick<HealthFacts['service'], 'status' | 'real_money'>
  readonly terminal: Pick<HealthFacts['terminal'], 'status' | 'hsn'>
}

/** Whether a step is proven as done. Null for steps without proof, which a person confirms. */
export function isProven(step: SetupStep, setup: Setup, facts: SetupFacts): boolean | null {
  const { real_money } = facts.service
  const { hsn, status } = facts.terminal
  const isOurs = (tried: Tried | null) => tried?.ok === true && tried.hsn === hsn
  switch (step) {
    case 'service':
      return facts.service.status === 'ready'
    case 'terminal':
      return status === 'connected'
    case 'clock':
      return isOurs(setup.clock)
    case 'test_sale':
      // A sale at a sandbox proves nothing about the shop's own account.
      return (
        isOurs(setup.test_sale) &&
        setup.test_sale?.returned === true &&
        setup.test_sale.real_money === real_money
      )
    default:
      return null
  }
}

/** Steps that use the service: in training or at a sandbox, they prove nothing about the shop's own service. */
const ofService: readonly SetupStep[] = ['service', 'terminal', 'clock', 'test_sale']

/** Whether it was done at another kind of service than the current one: only one of them moves real money. */
export const isElsewhere = (done: Pick<Tried, 'real_money'>, real_money: boolean | null): boolean =>
  done.real_money !== null && real_money !== null && done.real_money !== real_money

/**
 * The state of a step. A step that was done with another terminal, or at another kind of service, must be repeated: it
 * was marked before this counter had its current terminal and service.
 */
export function stepState(step: SetupStep, setup: Setup, facts: SetupFacts): 'open' | 'done' | 'skipped' {
  const mark = setup.steps[step]
  if (mark?.state !== 'done' || !ofService.includes(step)) return mark?.state ?? 'open'
  const { status, real_money } = facts.service
  const isOfTerminal = step === 'clock' || step === 'test_sale'
  const isKnown = status === 'ready' && facts.terminal.hsn !== null
  // Another kind of service counts even before it is up, and before a terminal is paired there.
  return isElsewhere(mark, real_money) || (isOfTerminal && isKnown && isProven(step, setup, facts) === false)
    ? 'open'
    : 'done'
}

/** The first open step; null if none is open. */
export const nextStep = (setup: Setup, facts: SetupFacts): SetupStep | null =>
  setupSteps.find((step) => stepState(step, setup, facts) === 'open') ?? null
