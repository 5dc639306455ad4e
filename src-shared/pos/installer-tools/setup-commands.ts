import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { type Setup, setupSteps } from './setup.ts'

/** The setup assistant of a new counter: rows of posCommands. */
export const setupCommands = {
  'setup.read': { right: 'set_up_terminals', reply: reply<Setup>(), polled: true },
  /** Refused if a step is marked as done without proof. `open`: the step must be repeated. */
  'setup.mark': {
    right: 'set_up_terminals',
    payload: z.strictObject({ step: z.enum(setupSteps), state: z.enum(['done', 'skipped', 'open']) }),
    reply: reply<Setup>(),
    audited: ['step', 'state'],
  },
  /** Saves the installation report as a PDF. False: the person cancelled. */
  'setup.save_report': { right: 'set_up_terminals', reply: reply<boolean>() },
} as const satisfies Readonly<Record<string, CommandRow>>
