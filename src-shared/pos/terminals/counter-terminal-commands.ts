import { z } from 'zod'
import { hsnSchema } from '../../api/schemas/hsn.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { TerminalChoice } from './terminal-choice.ts'

/** The cashier's commands for the terminal: rows of posCommands. */
export const counterTerminalCommands = {
  /** Reconnects. `force` ends the other session and cancels its running command. */
  'terminal.connect': { right: 'set_up_counter', payload: z.strictObject({ force: z.boolean() }) },
  /** The shop's terminals for a cashier to choose from; requested when the list is shown. */
  'terminal.choices': { right: 'sell', reply: reply<readonly TerminalChoice[]>(), polled: true },
  /** Uses another terminal from now on. Refused while a card is being charged. */
  'terminal.switch': { right: 'sell', payload: z.strictObject({ hsn: hsnSchema }), audited: ['hsn'] },
  /** Opens the virtual terminal's window, in training mode only. */
  'terminal.show_virtual': { right: null },
} as const satisfies Readonly<Record<string, CommandRow>>
