import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { type Setup, setupSteps } from './setup.ts'

/** The assistant of a new counter: rows of posCommands. */
export const setupCommands = {
  'setup.read': { right: 'set_up_terminals', reply: reply<Setup>(), polled: true },
  /** Refused where it is to be done and does not show. `open`: it is to be done again. */
  'setup.mark': {
    right: 'set_up_terminals',
    payload: z.strictObject({ step: z.enum(setupSteps), state: z.enum(['done', 'skipped', 'open']) }),
    reply: reply<Setup>(),
    audited: ['step', 'state'],
  },
  /** The report of the installation, a PDF. False: the person would rather not. */
  'setup.save_report': { right: 'set_up_terminals', reply: reply<boolean>() },
} as const satisfies Readonly<Record<string, CommandRow>>
