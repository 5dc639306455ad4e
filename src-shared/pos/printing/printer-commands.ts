import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import type { PrinterTrouble } from './printer-choices.ts'
import { type Printer, printerSchema } from './printers.ts'

const printerId = z.string().min(1).max(64)
const job = z.string().min(1).max(100)
const billNumber = z.string().trim().min(1).max(20)

/** What a test page came to. */
export interface PrinterTest {
  readonly outcome: 'printed' | 'perhaps' | 'not_printed'
  readonly trouble: PrinterTrouble | null
  readonly reports: Printer['reports']
}

/** A printer that this computer's system has. */
export interface SystemPrinter {
  readonly queue: string
  /** As people call it. */
  readonly name: string
}

/** Receipt printers: rows of posCommands. */
export const printerCommands = {
  'printers.list': {
    right: 'set_up_terminals',
    reply: reply<{ readonly printers: readonly Printer[]; readonly default_id: string | null }>(),
    polled: true,
  },
  /** The printers that this computer's system has. */
  'printers.of_system': {
    right: 'set_up_terminals',
    reply: reply<readonly SystemPrinter[]>(),
    polled: true,
  },
  /** Looks for printers in this computer's own networks, for a few seconds: the addresses that answer at port 9100. */
  'printers.find': { right: 'set_up_terminals', reply: reply<readonly string[]>(), audited: [] },
  /** The page sends it also when somebody leaves it. */
  'printers.stop_finding': { right: 'set_up_terminals', polled: true },
  /** Sets a printer up, or changes one. The first one is the one for receipts. */
  'printers.save': {
    right: 'set_up_terminals',
    payload: printerSchema.omit({ id: true, reports: true }).extend({ id: printerId.nullable() }),
    reply: reply<{ readonly id: string }>(),
    audited: ['id', 'name', 'drawer', 'each_sale'],
  },
  /** What waits for it is printed by none, and shown until somebody drops it. */
  'printers.remove': {
    right: 'set_up_terminals',
    payload: z.strictObject({ id: printerId }),
    audited: ['id'],
  },
  /** The picture at the head of receipts, a PNG as base64; null where there is none. */
  'printers.logo': { right: 'set_up_terminals', reply: reply<string | null>(), polled: true },
  /** Null takes it away. */
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
  /** Prints the receipts that somebody asks for. */
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

  /**
   * Prints on the counter's printer the receipt of a bill, of the one that is being paid or of one that was sold; or the
   * one without prices, or that of a return.
   */
  'prints.receipt': {
    right: 'sell',
    payload: z.strictObject({
      number: billNumber,
      kind: z.enum(['sale', 'gift', 'return']),
      return_id: z.string().min(1).max(64).optional(),
    }),
  },
  /** Of a job that is perhaps printed: a person has looked, and it is not. */
  'prints.again': { right: 'sell', payload: z.strictObject({ id: job }) },
  /** A job is not to be printed any more, or a person has looked, and it is printed. */
  'prints.drop': { right: 'sell', payload: z.strictObject({ id: job }) },
  /** Somebody at the counter knows that the drawer did not open. */
  'prints.drawer_seen': { right: 'sell' },
  /** Somebody at the counter knows that a receipt was not printed by itself. */
  'prints.not_queued_seen': { right: 'sell', payload: z.strictObject({ number: billNumber }) },
  /** Somebody at the counter knows that a receipt lacks the details of a card. */
  'prints.incomplete_seen': { right: 'sell', payload: z.strictObject({ number: billNumber }) },
} as const satisfies Readonly<Record<string, CommandRow>>
