import type { SellingArea } from '../orders/selling.ts'
import { pdfPrinter } from '../printing/receipt-printer.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { FileDialogs } from '../windows/lazy-file-dialogs.ts'
import type { CounterOptions } from './counter.ts'
import { type CurrentCounter, chosenTerminalSchema, createCurrentCounter } from './current-counter.ts'

/** The code that sells. It loads while the service starts, since the counter cannot sell before that. */
export const counterCode = () => import('./open-counter.ts')

/** The only counter, opened once its account is known. */
export function setUpCounters(
  parts: Omit<
    CounterOptions,
    'accountId' | 'hsn' | 'selling' | 'saveFile' | 'printer' | 'categories' | 'now'
  > & {
    readonly selling: SellingArea
    readonly saveFile: FileDialogs['saveFile']
    /** The terminal named by the environment; null: none. */
    readonly named: string | null
    /** The terminal that is used where none was chosen; null: the first that is found. */
    readonly fallback: string | null
  },
): CurrentCounter {
  const { named, fallback, ...options } = parts
  const { paths, saveFile, selling } = options
  const printer = pdfPrinter({
    toPdf: async (page) => (await import('../printing/to-pdf.ts')).toPdf(page),
    save: saveFile,
  })
  async function categories(): Promise<ReadonlyMap<string, string>> {
    const { catalogue } = await selling.service()
    const { items } = catalogue.present()
    return new Map(items.map(({ id, category }) => [id, category] as const))
  }
  return createCurrentCounter({
    chosen: (accountId) =>
      jsonFile(paths.chosenTerminal(accountId), chosenTerminalSchema, null, { keepsGood: true }),
    named,
    fallback,
    open: async (accountId, hsn) =>
      (await counterCode()).openCounter({
        ...options,
        accountId,
        hsn,
        printer,
        categories,
        // Read anew each time: the computer's clock may be set while the counter is open, and tests do so.
        now: () => Date.now(),
      }),
  })
}
