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
  readonly service: Pick<HealthFacts['service'], 'status'>
  readonly terminal: Pick<HealthFacts['terminal'], 'status' | 'hsn'>
}

/** Whether what is said to be done shows. The rest is not shown by anything, and a person says so. */
export function isProven(step: SetupStep, setup: Setup, facts: SetupFacts): boolean | null {
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
      return isOurs(setup.test_sale) && setup.test_sale?.returned === true
    default:
      return null
  }
}

/** Where to go on: the first step that nobody has marked; null: all are. */
export const nextStep = (setup: Setup): SetupStep | null =>
  setupSteps.find((step) => setup.steps[step] === undefined) ?? null
