import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import type { HealthFacts } from './health.ts'
import type { NetworkTest } from './network-test.ts'

export interface HealthAnswer {
  readonly facts: HealthFacts
  /** Until when detailed logging is on, ISO 8601; null: it is off. */
  readonly detailed_until: string | null
}

/** What works, and what support needs to know: rows of posCommands. */
export const healthCommands = {
  'health.read': { right: 'set_up_terminals', reply: reply<HealthAnswer>(), polled: true },
  /** Tests the network to the payment service and the terminal, without changes. Null: it was stopped. */
  'health.network': { right: 'set_up_terminals', reply: reply<NetworkTest | null>(), polled: true },
  'health.stop_network': { right: 'set_up_terminals', polled: true },
  /** Logs in detail for an hour; it ends by itself. */
  'health.detail': {
    right: 'set_up_terminals',
    payload: z.strictObject({ on: z.boolean() }),
    audited: ['on'],
  },
  /** Asks for a file. False: the person cancelled. */
  'health.save_bundle': { right: 'set_up_terminals', reply: reply<boolean>() },
} as const satisfies Readonly<Record<string, CommandRow>>
