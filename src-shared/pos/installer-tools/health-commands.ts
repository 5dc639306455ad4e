import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import type { HealthFacts } from './health.ts'

export interface HealthAnswer {
  readonly facts: HealthFacts
  /** Until when what the counter does is written down in detail, ISO 8601; null: it is not. */
  readonly detailed_until: string | null
}

/** What works, and what support needs to know: rows of posCommands. */
export const healthCommands = {
  'health.read': { right: 'set_up_terminals', reply: reply<HealthAnswer>(), polled: true },
  /** Writes down in detail what the counter does, for an hour; it ends by itself. */
  'health.detail': {
    right: 'set_up_terminals',
    payload: z.strictObject({ on: z.boolean() }),
    audited: ['on'],
  },
  /** Asks where to. False: the person would rather not. */
  'health.save_bundle': { right: 'set_up_terminals', reply: reply<boolean>() },
} as const satisfies Readonly<Record<string, CommandRow>>
