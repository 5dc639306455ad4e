import { rowsOf } from '../../store/rows-of.ts'
import type { Processor } from '../processor.ts'
import type { ReportEntry } from '../report-entry.ts'
import { createSharedBank, type SharedBankOptions, sequenceOf } from '../shared-bank.ts'
import { rejectionsOf } from './bank.ts'
import type { HarshBooks, Transaction } from './books.ts'
import { createHarshProcessor } from './harsh-processor.ts'
import { type ChooseTrouble, hashedTrouble } from './trouble.ts'

/** The harsh bank's data of one payment in the shared database: its authorizations and refunds. */
export interface HarshPage {
  readonly transactions: readonly Transaction[]
  /** How often each order was sent for authorization. */
  readonly sent: Readonly<Record<string, number>>
}

const emptyPage: HarshPage = { transactions: [], sent: {} }

/** The harsh bank with its data in a database that several nodes share (shared-bank.ts). */
export function createSharedHarsh(
  options: SharedBankOptions & { readonly trouble?: ChooseTrouble },
): Processor {
  const { clock, store, trouble = hashedTrouble } = options
  // The bank is created anew for each request, so the number of requests is counted here.
  const asked = new Map<string, number>()
  const counted: ChooseTrouble = (question, orderId) => {
    const key = `${question} ${orderId}`
    const nth = asked.get(key) ?? 0
    asked.set(key, nth + 1)
    return trouble(question, orderId, nth)
  }
  const bank = createSharedBank<HarshPage>(options, {
    books: 'harsh',
    open(paymentId, page) {
      const { books, changed } = createPage(paymentId, page ?? emptyPage)
      return { bank: createHarshProcessor({ clock, books, latencyMs: 0, trouble: counted }), changed }
    },
    // Its failures depend on how often it was asked.
    isSteady: false,
  })
  return {
    ...bank,
    async *reports(since) {
      const found: ReportEntry[] = []
      for await (const entry of bank.reports(since)) found.push(entry)
      // Rejections by a settlement are derived from the payments' rows.
      const now = clock.verified()
      for await (const { id, document } of rowsOf<HarshPage>(store, 'sandbox_entry', { account_id: 'harsh' }))
        found.push(...rejectionsOf(createPage(id, document).books, since, now))
      yield* found.sort((one, other) => one.reported_at - other.reported_at)
    },
  }
}

function createPage(paymentId: string, before: HarshPage) {
  let page = before
  const ofOrder = (orderId: string) => page.transactions.filter(({ order_id }) => order_id === orderId)
  const books: HarshBooks = {
    ofOrder,
    all: () => page.transactions,
    nextSequence: () => sequenceOf(`${paymentId}/${page.transactions.length}`),
    save(next) {
      const at = page.transactions.findIndex(({ reference }) => reference === next.reference)
      const transactions = at === -1 ? [...page.transactions, next] : page.transactions.with(at, next)
      page = { ...page, transactions }
    },
    timesSent: (orderId) => page.sent[orderId] ?? 0,
    countSent(orderId) {
      page = { ...page, sent: { ...page.sent, [orderId]: (page.sent[orderId] ?? 0) + 1 } }
    },
    // Reports concern all payments, so they are not in this payment's data.
    addReport: () => undefined,
    reportsSince: () => [],
    close: () => undefined,
  }
  return { books, changed: () => (page === before ? null : page) }
}
