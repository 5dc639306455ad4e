import { z } from 'zod'
import { hsnSchema } from '../../api/schemas/hsn.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { TerminalChoice } from './terminal-choice.ts'

/** What a cashier does about the terminal: rows of posCommands. */
export const counterTerminalCommands = {
  /** Connects again. `force` ends the other session and cancels what it is running. */
  'terminal.connect': { right: 'set_up_counter', payload: z.strictObject({ force: z.boolean() }) },
  /** The terminals of the shop as a cashier chooses among them: asked when somebody looks. */
  'terminal.choices': { right: 'sell', reply: reply<readonly TerminalChoice[]>(), polled: true },
  /** Charges on another one from now on. Refused while a card is being charged. */
  'terminal.switch': { right: 'sell', payload: z.strictObject({ hsn: hsnSchema }), audited: ['hsn'] },
  /** Opens the virtual terminal's window, in training mode only. */
  'terminal.show_virtual': { right: null },
} as const satisfies Readonly<Record<string, CommandRow>>
