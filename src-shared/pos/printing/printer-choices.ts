// What can be chosen of a printer. The schemas stay elsewhere: pages need these without them.

export const baudRates = [9_600, 19_200, 38_400, 57_600, 115_200] as const

/** What a printer understands. */
export const printerLanguages = ['esc-pos', 'star-prnt', 'star-line'] as const
export type PrinterLanguage = (typeof printerLanguages)[number]

/** Letters in a row: of a 58 mm roll, of an 80 mm roll in printers with 180 dots to the inch, and with 203. */
export const printerColumns = [32, 42, 48] as const

/** By whose numbers a printer that understands ESC/POS calls its tables of letters: é, ñ and € depend on it. */
export const letterTables = ['epson', 'citizen', 'hp', 'basic'] as const
export type LetterTable = (typeof letterTables)[number]

/**
 * What a printer reports, as it was measured when it was tested: nothing at all, how it is, or also that it has printed
 * everything it was sent. A printer of the system has a queue, which reports that it has taken a receipt.
 */
export const printerReports = ['nothing', 'status', 'end', 'queue'] as const

/** Why a printer does not print now. */
export const printerTroubles = ['unreachable', 'paper_out', 'cover_open', 'needs_help', 'silent'] as const
export type PrinterTrouble = (typeof printerTroubles)[number]
