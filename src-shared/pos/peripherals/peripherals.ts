import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { baudRates } from '../printing/printer-choices.ts'
import { peripheralKinds } from './peripheral-choices.ts'

const portSchema = z.strictObject({
  /** Such as /dev/ttyUSB1 or COM4. */
  path: z.string().trim().min(1).max(300),
  baud: z.literal(baudRates),
})
export type PeripheralPort = z.infer<typeof portSchema>

/** The file of the counter's scanner and pole display. */
export const peripheralsFileSchema = z.object({
  version: z.literal(1),
  scanner: portSchema.nullable(),
  pole_display: portSchema.nullable(),
})
export type PeripheralsFile = z.infer<typeof peripheralsFileSchema>

/** A device on a serial port, and whether the port is open. */
export interface Peripheral {
  readonly port: PeripheralPort | null
  readonly open: boolean
}

/** Scanners and pole displays on serial ports: rows of posCommands. */
export const peripheralCommands = {
  'peripherals.list': {
    right: 'set_up_terminals',
    reply: reply<{ readonly scanner: Peripheral; readonly pole_display: Peripheral }>(),
    polled: true,
  },
  /** Uses the device on this port from now on, also after a restart; null: none. */
  'peripherals.set_up': {
    right: 'set_up_terminals',
    payload: z.strictObject({ kind: z.enum(peripheralKinds), port: portSchema.nullable() }),
    audited: ['kind'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>
