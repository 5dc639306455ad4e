import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import type { PrinterTrouble } from './printer-choices.ts'
import { type Printer, printerSchema } from './printers.ts'

const printerId = z.string().min(1).max(64)
const job = z.string().min(1).max(100)
const billNumber = z.string().trim().min(1).max(20)

/** The result of a test page. */
export interface PrinterTest {
  readonly outcome: 'printed' | 'perhaps' | 'not_printed'
  readonly trouble: PrinterTrouble | null
  readonly reports: Printer['reports']
}

/** A printer of this computer's system. */
export interface SystemPrinter {
  readonly queue: string
  /** The name for people. */
  readonly name: string
}

/** Receipt printers: rows of posCommands. */
export const printerCommands = {
  'printers.list': {
    right: 'set_up_terminals',
    reply: reply<{ readonly printers: readonly Printer[]; readonly default_id: string | null }>(),
    polled: true,
  },
  /** The printers of this computer's system. */
  'printers.of_system': {
    right: 'set_up_terminals',
    reply: reply<readonly SystemPrinter[]>(),
    polled: true,
  },
  /** Searches this computer's networks for printers for a few seconds: addresses that answer on port 9100. */
  'printers.find': { right: 'set_up_terminals', reply: reply<readonly string[]>(), audited: [] },
  /** The page also sends it when a person leaves it. */
  'printers.stop_finding': { right: 'set_up_terminals', polled: true },
  /** Adds or changes a printer. The first one becomes the printer for receipts. */
  'printers.save': {
    right: 'set_up_terminals',
    payload: printerSchema.omit({ id: true, reports: true }).extend({ id: printerId.nullable() }),
    reply: reply<{ readonly id: string }>(),
    audited: ['id', 'name', 'drawer', 'each_sale'],
  },
  /** Its waiting jobs go to no other printer, and are shown until a person drops them. */
  'printers.remove': {
    right: 'set_up_terminals',
    payload: z.strictObject({ id: printerId }),
    audited: ['id'],
  },
  /** The picture at the head of receipts, as a PNG in base64; null if there is none. */
  'printers.logo': { right: 'set_up_terminals', reply: reply<string | null>(), polled: true },
  /** Null removes it. */
  'printers.set_logo': {
    right: 'set_up_terminals',
    payload: z.strictObject({
      picture: z
        .string()
        .regex(/^[A-Za-z0-9+/]+={0,2}$/)
        .max(600_000)
        .nullable(),
    }),
    audited: [],
  },
  /** Chooses the printer for receipts on request. */
  'printers.choose': {
    right: 'set_up_terminals',
    payload: z.strictObject({ id: printerId }),
    audited: ['id'],
  },
  /** Prints a test page, and finds out what the printer reports. */
  'printers.test': {
    right: 'set_up_terminals',
    payload: z.strictObject({ id: printerId }),
    reply: reply<PrinterTest>(),
    audited: ['id'],
  },
  'printers.open_drawer': {
    right: 'set_up_terminals',
    payload: z.strictObject({ id: printerId }),
    audited: ['id'],
  },

  /** Prints a receipt on the counter's printer: of the current or a sold bill, without prices, or of a return. */
  'prints.receipt': {
    right: 'sell',
    payload: z.strictObject({
      number: billNumber,
      kind: z.enum(['sale', 'gift', 'return']),
      return_id: z.string().min(1).max(64).optional(),
    }),
  },
  /** For a job that may be printed: a person has checked that it is not. */
  'prints.again': { right: 'sell', payload: z.strictObject({ id: job }) },
  /** Drops a job, or a person has checked that it is printed. */
  'prints.drop': { right: 'sell', payload: z.strictObject({ id: job }) },
  /** A person acknowledges that the drawer did not open. */
  'prints.drawer_seen': { right: 'sell' },
  /** A person acknowledges that a receipt was not printed automatically. */
  'prints.not_queued_seen': { right: 'sell', payload: z.strictObject({ number: billNumber }) },
  /** A person acknowledges that a receipt lacks the details of a card. */
  'prints.incomplete_seen': { right: 'sell', payload: z.strictObject({ number: billNumber }) },
} as const satisfies Readonly<Record<string, CommandRow>>
