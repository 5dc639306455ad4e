import type { Language } from '../../src-shared/language.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import type { PaperWidth } from '../../src-shared/receipt/paper-width.ts'
import { type ReceiptPage, receiptPage } from '../../src-shared/receipt/receipt-html.ts'

export interface PrintJob {
  /** For example KT1042. */
  readonly name: string
  /** Each copy is a paper of its own. */
  readonly copies: readonly (readonly ReceiptLine[])[]
  readonly width: PaperWidth
  readonly language: Language
}

/** Prints receipts on paper, or saves them instead. */
export interface ReceiptPrinter {
  /** @returns false when the person at the counter cancels */
  print(job: PrintJob): Promise<boolean>
}

/** Used where the counter has no printer: saves a receipt as a PDF of the paper's width, if the person wants it. */
export const pdfPrinter = (options: {
  readonly toPdf: (page: ReceiptPage) => Promise<Uint8Array>
  readonly save: (name: string, content: Uint8Array) => Promise<boolean>
}): ReceiptPrinter => ({
  async print({ name, copies, width, language }) {
    const page = receiptPage(copies.flat(), { width, language })
    return options.save(`${name}.pdf`, await options.toPdf(page))
  },
})
