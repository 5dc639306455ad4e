import { z } from 'zod'
import { hsnSchema } from '../../api/schemas/hsn.ts'
import { renameTerminalBodySchema } from '../../api/schemas/terminal.ts'
import { claimCodeSchema } from '../../api/schemas/terminal-activation.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { type DiagnosticResult, type TerminalListItem, tryableOperations } from './installer.ts'

/** The installer's commands for terminals: rows of posCommands. */
export const terminalCommands = {
  /** The terminals of the merchant. */
  'terminals.list': { right: 'set_up_terminals', reply: reply<readonly TerminalListItem[]>(), polled: true },
  /** Issues an activation code for a terminal with this serial number, and watches for its answer. */
  'terminals.pair': {
    right: 'set_up_terminals',
    payload: z.strictObject({
      hsn: hsnSchema,
      /** The code printed on it, for a terminal that another business still holds. */
      claim_code: claimCodeSchema.nullable(),
    }),
    audited: ['hsn'],
  },
  /** Names the terminal at the service, so that every counter shows the name. */
  'terminals.rename': {
    right: 'set_up_terminals',
    payload: renameTerminalBodySchema,
    audited: ['hsn', 'name'],
  },
  /** Releases a terminal for good, so that another business can pair it. Refused while a command runs on it. */
  'terminals.release': {
    right: 'set_up_terminals',
    payload: z.strictObject({ hsn: hsnSchema }),
    audited: ['hsn'],
  },
  'terminals.stop_pairing': { right: 'set_up_terminals' },
  /** Makes it the terminal that this counter charges on. Refused during a sale. */
  'terminals.use': {
    right: 'set_up_terminals',
    payload: z.strictObject({ hsn: hsnSchema }),
    audited: ['hsn'],
  },
  /** Runs one operation on a terminal, one at a time. Refused during a sale on it. */
  'terminals.try': {
    right: 'set_up_terminals',
    payload: z.strictObject({
      hsn: hsnSchema,
      operation: z.enum(tryableOperations),
      /** The prompt, text, format or amount, by the operation's own field names; the rest is filled in. */
      fields: z.record(z.string().max(40), z.union([z.string().max(1000), z.number(), z.boolean()])),
    }),
    reply: reply<DiagnosticResult>(),
    audited: ['hsn', 'operation'],
  },
  /** Stops the operation that `terminals.try` is running. */
  'terminals.stop_try': {
    right: 'set_up_terminals',
    payload: z.strictObject({ hsn: hsnSchema }),
    audited: ['hsn'],
  },
  /** Training mode only: attaches another virtual terminal. */
  'terminals.add_virtual': {
    right: 'set_up_terminals',
    payload: z.strictObject({ hsn: hsnSchema }),
    audited: ['hsn'],
  },
  'terminals.remove_virtual': {
    right: 'set_up_terminals',
    payload: z.strictObject({ hsn: hsnSchema }),
    audited: ['hsn'],
  },

  /** Starts or stops the serial bridge of a terminal on this port; stored for the next start. */
  'devices.carry': {
    right: 'set_up_terminals',
    payload: z.strictObject({ path: z.string().min(1).max(300), carried: z.boolean() }),
    audited: ['path', 'carried'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>
