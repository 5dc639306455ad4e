import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import type { HealthFacts } from './health.ts'
import type { NetworkTest } from './network-test.ts'

export interface HealthAnswer {
  readonly facts: HealthFacts
  /** Until when what the counter does is written down in detail, ISO 8601; null: it is not. */
  readonly detailed_until: string | null
}

/** What works, and what support needs to know: rows of posCommands. */
export const healthCommands = {
  'health.read': { right: 'set_up_terminals', reply: reply<HealthAnswer>(), polled: true },
  /** Measures the way to the payment service and the terminal. Changes nothing, like the reading. Null: it was stopped. */
  'health.network': { right: 'set_up_terminals', reply: reply<NetworkTest | null>(), polled: true },
  'health.stop_network': { right: 'set_up_terminals', polled: true },
  /** Writes down in detail what the counter does, for an hour; it ends by itself. */
  'health.detail': {
    right: 'set_up_terminals',
    payload: z.strictObject({ on: z.boolean() }),
    audited: ['on'],
  },
  /** Asks where to. False: the person would rather not. */
  'health.save_bundle': { right: 'set_up_terminals', reply: reply<boolean>() },
} as const satisfies Readonly<Record<string, CommandRow>>
