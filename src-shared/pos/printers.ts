import { z } from 'zod'

/** How the bytes reach a printer. */
export const printerAddressSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tcp'),
    /** A name or an address, without a port. */
    host: z
      .string()
      .regex(/^[A-Za-z0-9.:_-]{1,253}$/, { error: 'a name or an address such as 192.168.1.50' }),
    port: z.number().int().min(1).max(65_535),
  }),
])
export type PrinterAddress = z.infer<typeof printerAddressSchema>

/** What a printer understands. */
export const printerLanguages = ['esc-pos', 'star-prnt', 'star-line'] as const
export type PrinterLanguage = (typeof printerLanguages)[number]

/** Letters in a row: of a 58 mm roll, of an 80 mm roll in printers with 180 dots to the inch, and with 203. */
export const printerColumns = [32, 42, 48] as const

/** By whose numbers a printer that understands ESC/POS calls its tables of letters: é, ñ and € depend on it. */
export const letterTables = ['epson', 'citizen', 'hp', 'basic'] as const
export type LetterTable = (typeof letterTables)[number]

/**
 * What a printer reports, as it was measured when it was set up: nothing at all, how it is, or also that it has printed
 * everything it was sent.
 */
export const printerReports = ['nothing', 'status', 'end'] as const

export const printerSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  address: printerAddressSchema,
  language: z.enum(printerLanguages),
  columns: z.literal(printerColumns),
  letters: z.enum(letterTables),
  /** It has a knife. */
  cuts: z.boolean(),
  /** The cash drawer is plugged into it. */
  drawer: z.boolean(),
  /** Prints the receipt of each sale by itself. */
  each_sale: z.boolean(),
  reports: z.enum(printerReports),
})
export type Printer = z.infer<typeof printerSchema>

/** Why a printer does not print now. */
export const printerTroubles = ['unreachable', 'paper_out', 'cover_open', 'needs_help', 'silent'] as const
export type PrinterTrouble = (typeof printerTroubles)[number]

/** A job that is not on paper for certain, as the counter shows it. */
export const waitingPrintSchema = z.object({
  id: z.string(),
  /** Such as KT1042. */
  name: z.string(),
  printer_id: z.string(),
  /** Null: that printer was removed. */
  printer: z.string().nullable(),
  /** perhaps: a person looks whether it is printed, and says whether it is to be printed again. */
  state: z.enum(['waiting', 'printing', 'perhaps']),
  trouble: z.enum(printerTroubles).nullable(),
})
export type WaitingPrint = z.infer<typeof waitingPrintSchema>
