import type { Language } from '../../src-shared/language.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { shopOf } from '../../src-shared/receipt/shop-of.ts'
import type { PrintJob, ReceiptPrinter } from '../printing/receipt-printer.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import type { CounterOptions } from './counter.ts'

/** What every part of a counter is set up with. */
export interface CounterBase extends CounterOptions {
  readonly client: ClientSource
  readonly shop: () => ShopFacts
  readonly language: () => Language
  /** The width of the paper. */
  readonly paper: () => PrintJob['width']
  /** Prints on paper; makes a PDF only where there is no paper printer. */
  readonly onPaperElsePdf: ReceiptPrinter
  /** The name of a person; null if it is not known. */
  readonly nameOf: (personId: string) => string | null
}

export function counterBase(options: CounterOptions): CounterBase {
  const { access, printer, printing, settings, snapshot } = options
  return {
    ...options,
    client: () => access()?.client ?? null,
    shop: () => shopOf(snapshot.present()),
    language: () => settings.present().language,
    paper: () => settings.present().paper,
    onPaperElsePdf: {
      print: async (job) => (await printing.print({ ...job, complete: null })) || printer.print(job),
    },
    // The list of people may load late: the name is first needed when the first sale ends.
    nameOf(id) {
      const { people } = snapshot.present().staff
      const known = [...(people?.managed?.people ?? []), ...(people?.shown ?? [])]
      return known.find((person) => person.id === id)?.name ?? null
    },
  }
}
