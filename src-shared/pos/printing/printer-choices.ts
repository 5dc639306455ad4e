// The choices for a printer. Free of schemas, for pages.

export const baudRates = [9_600, 19_200, 38_400, 57_600, 115_200] as const

/** The command languages of printers. */
export const printerLanguages = ['esc-pos', 'star-prnt', 'star-line'] as const
export type PrinterLanguage = (typeof printerLanguages)[number]

/** Letters in a row: on a 58 mm roll, and on an 80 mm roll in printers with 180 dpi and with 203 dpi. */
export const printerColumns = [32, 42, 48] as const

/** The maker whose code page numbers an ESC/POS printer uses: é, ñ and € depend on them. */
export const letterTables = ['epson', 'citizen', 'hp', 'basic'] as const
export type LetterTable = (typeof letterTables)[number]

/**
 * What a printer reports, as measured by its test: nothing, its status, or also that everything sent was printed. A
 * printer of the system has a queue, which reports only that it accepted a receipt.
 */
export const printerReports = ['nothing', 'status', 'end', 'queue'] as const

/** Why a printer cannot print now. */
export const printerTroubles = ['unreachable', 'paper_out', 'cover_open', 'needs_help', 'silent'] as const
export type PrinterTrouble = (typeof printerTroubles)[number]
