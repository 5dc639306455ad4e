import { z } from 'zod'
import {
  baudRates,
  letterTables,
  printerColumns,
  printerLanguages,
  printerReports,
  printerTroubles,
} from './printer-choices.ts'

/** The connection to a printer. */
export const printerAddressSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tcp'),
    /** A host name or an address, without a port. */
    host: z
      .string()
      .regex(/^[A-Za-z0-9.:_-]{1,253}$/, { error: 'a name or an address such as 192.168.1.50' }),
    port: z.number().int().min(1).max(65_535),
  }),
  z.strictObject({
    kind: z.literal('serial'),
    /** Such as /dev/ttyUSB0 or COM3. */
    path: z.string().min(1).max(300),
    baud: z.literal(baudRates),
  }),
  z.strictObject({
    kind: z.literal('usb'),
    vendor_id: z.number().int().min(0).max(0xff_ff),
    product_id: z.number().int().min(0).max(0xff_ff),
    /** Null: the only one of its kind here. */
    serial: z.string().min(1).max(126).nullable(),
  }),
  /** A printer of this computer's system, by the name of its queue. */
  z.strictObject({ kind: z.literal('system'), queue: z.string().min(1).max(255) }),
])
export type PrinterAddress = z.infer<typeof printerAddressSchema>

export const printerSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  address: printerAddressSchema,
  language: z.enum(printerLanguages),
  columns: z.literal(printerColumns),
  letters: z.enum(letterTables),
  /** It has a cutter. */
  cuts: z.boolean(),
  /** The cash drawer is connected to it. */
  drawer: z.boolean(),
  /** Prints the receipt of each sale automatically. */
  each_sale: z.boolean(),
  reports: z.enum(printerReports),
})
export type Printer = z.infer<typeof printerSchema>

/** A job that is not certainly on paper, for the counter's display. */
export const waitingPrintSchema = z.object({
  id: z.string(),
  /** Such as KT1042. */
  name: z.string(),
  printer_id: z.string(),
  /** Null: the printer was removed. */
  printer: z.string().nullable(),
  /** perhaps: a person checks whether it is printed, and decides whether to print again. */
  state: z.enum(['waiting', 'printing', 'perhaps']),
  trouble: z.enum(printerTroubles).nullable(),
})
export type WaitingPrint = z.infer<typeof waitingPrintSchema>

/** What the counter's windows know of its printers. */
export const printingStatusSchema = z.object({
  /** Whether receipts can be printed here. */
  ready: z.boolean(),
  waiting: z.array(waitingPrintSchema),
  /** The drawer did not open when requested, and no one has acknowledged it yet. */
  drawer_stuck: z.boolean(),
  /** Numbers of bills whose receipts should have been printed automatically, but could not be queued. */
  not_queued: z.array(z.string()),
  /** Numbers of bills printed without a card's receipt and its shop copy, which the service did not return. */
  incomplete: z.array(z.string()),
})
export type PrintingStatus = z.infer<typeof printingStatusSchema>

/** The file of the counter's printers. */
export const printersFileSchema = z.object({
  version: z.literal(1),
  /** The printer for receipts on request; null: none. */
  default_id: z.string().nullable(),
  printers: z.array(printerSchema).readonly(),
})
export type PrintersFile = z.infer<typeof printersFileSchema>
