import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { pause } from '../async/pause.ts'
import type { PaperJob } from '../printing/printing-service.ts'
import type { SoldBill } from './book-reader.ts'
import { jobFor, onPaper, printOnTerminal, type ReceiptContext, saveReceipt } from './give-receipt.ts'
import { receiptMail } from './receipt-mail.ts'
import { openReturnsJournal, type ReturnLine } from './returns-journal.ts'
import { type ReturnsOptions, type ReturnsService, startReturns } from './returns-service.ts'
import { openSalesBook, type SalesBook } from './sales-book.ts'

/** The bills sold at this counter, and their returns. */
export interface SalesService {
  readonly book: SalesBook
  readonly returns: ReturnsService
  /** All returns, each with the time of its last change. */
  returned(): readonly ReturnLine[]
  /** When each unreadable line about returns was found. */
  readonly damagedReturns: readonly string[]
  recent(): Promise<PosResult<'sales.recent'>>
  open(asked: PosCommandPayload<'sales.open'>): Promise<PosResult<'sales.open'>>
  /** Prints on the terminal, also a paid bill that has not left the counter. */
  print(asked: PosCommandPayload<'receipts.print'>): Promise<PosResult<'receipts.print'>>
  email(asked: PosCommandPayload<'receipts.email'>): Promise<PosResult<'receipts.email'>>
  /** Prints on the counter's own printer, also a paid bill that has not left the counter. */
  printHere(asked: PosCommandPayload<'prints.receipt'>): Promise<PosResult<'prints.receipt'>>
  /** The receipt of a bill that has not left the counter. */
  onPaper(bill: Bill): Promise<PaperJob>
  save(asked: PosCommandPayload<'receipts.save'>): Promise<PosResult<'receipts.save'>>
  stop(): Promise<void>
}

const shownAtOnce = 30
/** Number of look-ups for a bill that is being written: a disk may be slow. */
const mostLooks = 200
const pauseMs = 50

export async function openSalesService(
  options: Omit<ReturnsOptions, 'journal' | 'book'> & {
    readonly paths: { readonly bills: string; readonly returns: string }
    readonly receipts: ReceiptContext
    /** The bill at the counter. */
    readonly present: () => Bill | null
    /** Whether the bill of this number has just left the counter, and is being written to the book. */
    readonly isFiling: (number: string) => boolean
  },
): Promise<SalesService> {
  const { paths, receipts, now, log } = options
  const [book, journal] = await Promise.all([
    openSalesBook(paths.bills, now, log),
    openReturnsJournal(paths.returns, log),
  ])
  const mail = receiptMail(receipts)
  const going = startReturns({ ...options, journal, book })
  const withReturns = ({ closed_at, bill }: SoldBill): SoldSale => ({
    closed_at,
    bill,
    returns: going.of(bill.id),
  })
  async function find(number: string): Promise<SoldBill | null> {
    for (let looks = 1; ; looks++) {
      const isFiling = options.isFiling(number)
      const sold = await book.find(number)
      if (sold !== null || !isFiling || looks === mostLooks) return sold
      await pause(pauseMs)
    }
  }

  async function open({ number }: { readonly number: string }): Promise<PosResult<'sales.open'>> {
    const sold = await find(number)
    return sold === null ? refuse('not_found', `no bill ${number} was sold here`) : ok(withReturns(sold))
  }

  const atCounter = (bill: Bill): SoldSale => ({ closed_at: '', bill, returns: [] })

  /** Also works on the bill that has not left the counter. */
  async function about<Value>(
    { number }: { readonly number: string },
    act: (sale: SoldSale) => Promise<Result<Value, CommandRefusal>>,
  ): Promise<Result<Value, CommandRefusal>> {
    const bill = options.present()
    const sale = bill?.number === number ? ok(atCounter(bill)) : await open({ number })
    return sale.ok ? act(sale.value) : sale
  }

  async function printHere(
    sale: SoldSale,
    asked: PosCommandPayload<'prints.receipt'>,
  ): Promise<PosResult<'prints.receipt'>> {
    const job = await jobFor(receipts, sale, asked)
    if (job === null) return refuse('not_found', `no return ${asked.return_id}`)
    const queued = await receipts.printHere(job)
    return queued ? ok(null) : refuse('not_available', 'no printer is set up for receipts')
  }

  return {
    book,
    returns: going,
    returned: journal.all,
    damagedReturns: journal.unreadable,
    recent: async () => ok((await book.recent(shownAtOnce)).map(withReturns)),
    open,
    print: (asked) => about(asked, (sale) => printOnTerminal(receipts, sale)),
    email: (asked) => about(asked, (sale) => mail(sale, asked.email)),
    printHere: (asked) => about(asked, (sale) => printHere(sale, asked)),
    onPaper: (bill) => onPaper(receipts, atCounter(bill)),
    save: (asked) => about(asked, (sale) => saveReceipt(receipts, sale, asked)),
    async stop() {
      await going.stop()
      await book.close()
    },
  }
}
