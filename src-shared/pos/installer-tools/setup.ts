import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import type { HealthFacts } from './health.ts'

/** What an installer does at a new counter, in this order; each can be skipped, come back to, and done again. */
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
  /** The person's name, or the role; null where nobody was known. */
  by: z.string().nullable(),
  /** Whether the service then moved real money; null: it was not known. */
  real_money: z.boolean().nullable().default(null),
})

/** What a terminal itself has answered, as it is kept. */
const triedSchema = z.object({
  at: timestampSchema,
  hsn: z.string(),
  ok: z.boolean(),
  /** Of the payment; null where none was made. */
  payment_id: z.string().nullable(),
  /** Cents. */
  amount: z.number().int().nullable(),
  /** The money has gone back. */
  returned: z.boolean(),
  /** By how much the terminal's clock was off, as it was shown. */
  clock_offset: z.string().nullable(),
  /** Whether the service then moved real money; null: it was not known. */
  real_money: z.boolean().nullable().default(null),
})
export type Tried = z.infer<typeof triedSchema>

/** The file of the assistant. */
export const setupSchema = z.object({
  version: z.literal(1),
  steps: z.partialRecord(z.enum(setupSteps), markSchema),
  clock: triedSchema.nullable(),
  test_sale: triedSchema.nullable(),
})
export type Setup = z.infer<typeof setupSchema>

export const newSetup: Setup = { version: 1, steps: {}, clock: null, test_sale: null }

/** What shows that a step is done. */
export interface SetupFacts {
  readonly service: Pick<HealthFacts['service'], 'status' | 'real_money'>
  readonly terminal: Pick<HealthFacts['terminal'], 'status' | 'hsn'>
}

/** Whether what is said to be done shows. The rest is not shown by anything, and a person says so. */
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
      // A sale at a sandbox shows nothing of the shop's own account.
      return (
        isOurs(setup.test_sale) &&
        setup.test_sale?.returned === true &&
        setup.test_sale.real_money === real_money
      )
    default:
      return null
  }
}

/** What is done at a service: in training, or at a sandbox, it shows nothing of the shop's own. */
const ofService: readonly SetupStep[] = ['service', 'terminal', 'clock', 'test_sale']

/** Whether it was done at another kind of service than the present one: one of the two moves real money. */
export const isElsewhere = (done: Pick<Tried, 'real_money'>, real_money: boolean | null): boolean =>
  done.real_money !== null && real_money !== null && done.real_money !== real_money

/**
 * How a step stands. What another terminal did, or what was done at another kind of service, is to be done again: it was
 * marked before this counter had the terminal and the service that it has now.
 */
export function stepState(step: SetupStep, setup: Setup, facts: SetupFacts): 'open' | 'done' | 'skipped' {
  const mark = setup.steps[step]
  if (mark?.state !== 'done' || !ofService.includes(step)) return mark?.state ?? 'open'
  const { status, real_money } = facts.service
  const isOfTerminal = step === 'clock' || step === 'test_sale'
  const isKnown = status === 'ready' && facts.terminal.hsn !== null
  // Elsewhere also before that service is up, and before a terminal is paired there.
  return isElsewhere(mark, real_money) || (isOfTerminal && isKnown && isProven(step, setup, facts) === false)
    ? 'open'
    : 'done'
}

/** Where to go on: the first step that is open; null: none is. */
export const nextStep = (setup: Setup, facts: SetupFacts): SetupStep | null =>
  setupSteps.find((step) => stepState(step, setup, facts) === 'open') ?? null
