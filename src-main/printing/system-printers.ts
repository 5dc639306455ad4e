import type { PrinterTrouble } from '../../src-shared/pos/printing/printer-choices.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import type { PaperWidth } from '../../src-shared/receipt/paper-width.ts'
import { type ReceiptPage, receiptPage } from '../../src-shared/receipt/receipt-html.ts'
import { abortWith } from '../async/abort-with.ts'
import type { QueuedJob } from './print-jobs.ts'
import type { PrintOutcome } from './print-on-line.ts'
import type { PrintJobOn } from './print-queue.ts'

/** A queue as described by the system; the options differ between systems. */
export interface SystemQueue {
  readonly queue: string
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
}

/** The printers of this computer's system: CUPS on Linux and macOS, the spooler on Windows. */
export interface SystemPrinters {
  list(): Promise<readonly SystemQueue[]>
  /** Resolves when the system has taken the page. Rejects when it did not, or when that is unknown. */
  print(queue: string, page: ReceiptPage & { readonly name: string }): Promise<void>
}

export const systemPaper = ({ columns }: Pick<Printer, 'columns'>): PaperWidth => (columns === 32 ? 58 : 80)

const stopped = '5'

/** Why a queue would not print now; null: no trouble reported. CUPS reports reasons in words, Windows reports none. */
export function queueTrouble(options: SystemQueue['options']): PrinterTrouble | null {
  const word = (name: string) => String(options[name] ?? '')
  const reasons = word('printer-state-reasons')
  // A report or a warning, such as paper running low, is no reason to wait.
  const has = (reason: string) => new RegExp(`(^|[, ])${reason}(-error)?($|[, ])`).test(reasons)
  if (has('media-empty') || has('media-needed')) return 'paper_out'
  if (has('cover-open') || has('door-open')) return 'cover_open'
  if (has('offline') || has('shutdown')) return 'unreachable'
  if (has('media-jam')) return 'needs_help'
  return word('printer-is-accepting-jobs') === 'false' || word('printer-state') === stopped
    ? 'needs_help'
    : null
}

/** Maximum time for listing queues, in ms, so that the system blocks neither the next receipt nor the program's end. */
const listMs = 10_000

async function until<Value>(over: AbortSignal, asked: Promise<Value>): Promise<Value> {
  let end = (): void => undefined
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(over.reason)
    over.addEventListener('abort', end)
    if (over.aborted) end()
  })
  try {
    return await Promise.race([asked, ended])
  } finally {
    over.removeEventListener('abort', end)
  }
}

/**
 * Prints with the system's driver, each copy as a document of its own. From then on the job is in the system's queue,
 * and its outcome is not reported.
 */
export async function printOnSystem(
  system: SystemPrinters,
  printer: Printer,
  job: Pick<QueuedJob, 'copies' | 'language' | 'name'>,
  on: Pick<Parameters<PrintJobOn>[2], 'begin' | 'signal'>,
): Promise<PrintOutcome> {
  const { address } = printer
  if (address.kind !== 'system') throw new Error('this printer is not a system printer')
  const pages = job.copies.map((lines) =>
    receiptPage(lines, { width: systemPaper(printer), language: job.language }),
  )
  const soon = new AbortController()
  const letGo = abortWith(soon, on.signal)
  const late = setTimeout(() => soon.abort(), listMs)
  const queues = await until(soon.signal, system.list()).catch(() => [])
  clearTimeout(late)
  letGo()
  const queue = queues.find((one) => one.queue === address.queue)
  if (queue === undefined) return { kind: 'not_begun', trouble: 'unreachable' }
  const trouble = queueTrouble(queue.options)
  if (trouble !== null) return { kind: 'not_begun', trouble }
  if (!(await on.begin())) return { kind: 'not_wanted' }
  try {
    for (const page of pages) await until(on.signal, system.print(address.queue, { ...page, name: job.name }))
  } catch {
    return { kind: 'perhaps', trouble: 'needs_help' }
  }
  return { kind: 'printed' }
}
