import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { createTexts } from '../json.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import type { Processor } from './processor.ts'
import type { ReportEntry } from './report-entry.ts'

/** A node that another one overtakes asks anew, at most so often. */
const maximumTries = 20
/** As a bank with books of its own. */
const defaultLatencyMs = 150

/** Stands in place of an account in the rows of a bank's books: '' is the sandbox's own bank. */
export type BankBooks = '' | 'harsh'

/** Ids are unique in the table, whosever books they are in. */
export const rowIdOf = (books: BankBooks, paymentId: string): string =>
  books === '' ? paymentId : `${books}:${paymentId}`

export interface SharedBankOptions {
  readonly clock: Clock
  /** Shared: every node keeps the bank's books in the same table. */
  readonly store: Pick<Store, 'get' | 'list' | 'commit' | 'remembered'>
  /** How long an answer takes, ms of the service's clock. */
  readonly latencyMs?: number
}

/** A bank that works on what its books hold of one payment, in memory. */
export interface OpenPage<Page> {
  readonly bank: Processor
  /** What is to be kept; null when nothing was changed. */
  readonly changed: () => Page | null
}

export interface BankPages<Page> {
  /** Which bank's books they are: two that take turns on one database keep theirs apart. */
  readonly books: BankBooks
  /** The bank with its page of a payment; null when it knows nothing of it. */
  readonly open: (paymentId: string, page: Page | null) => OpenPage<Page>
  /**
   * It answers the same page the same way, however often it is asked. Then what changes a page is asked for by the page as
   * this node wrote it, unread: where another node has changed it, it cannot be written, and the bank is asked anew.
   */
  readonly isSteady: boolean
}

/** What the books hold of a payment unless another node has changed it: null for nothing. */
interface Expected<Page> {
  readonly row: Row<Page> | null
}

/**
 * One bank of the sandbox for several nodes: its books are rows, one a payment, written before it answers. One more
 * commit a request, which travels with those of other requests. Two nodes that work on one payment at the same moment
 * meet at the row's version; the slower one is answered by what the faster one wrote.
 */
export function createSharedBank<Page>(
  { clock, store, latencyMs = defaultLatencyMs }: SharedBankOptions,
  { books, open, isSteady }: BankPages<Page>,
): Processor {
  const travel = async (): Promise<void> => {
    if (latencyMs > 0) await new Promise<void>((resolve) => void clock.after(latencyMs, resolve))
  }
  const read = (paymentId: string): Promise<Row<Page> | null> =>
    store.get<Page>('sandbox_entry', books, rowIdOf(books, paymentId))
  /** @param expected tried first, where the bank is steady; null reads the page at once */
  const ask = async <Answer>(
    paymentId: string,
    question: (bank: Processor) => Promise<Answer>,
    expected: Expected<Page> | null = null,
  ): Promise<Answer> => {
    await travel()
    let unread = isSteady ? expected : null
    for (let tries = 0; tries < maximumTries; tries += 1) {
      const row = unread === null ? await read(paymentId) : unread.row
      const { bank, changed } = open(paymentId, row?.document ?? null)
      const answer = await question(bank)
      const page = changed()
      // An answer that writes nothing leaves open whether the page is as expected.
      const isProven = unread === null || page !== null
      unread = null
      if (isProven && (await keep(store, { books, paymentId, row, page, now: clock.now() }))) return answer
    }
    throw new Error(`the books of payment ${paymentId} changed all the time`)
  }
  /** The same for what changes a page. */
  const change = <Answer>(
    paymentId: string,
    question: (bank: Processor) => Promise<Answer>,
  ): Promise<Answer> => {
    const row = store.remembered<Page>('sandbox_entry', books, rowIdOf(books, paymentId))
    return ask(paymentId, question, row && { row })
  }
  const { name, capabilities, limits } = open('', null).bank
  return {
    ...{ name, capabilities, limits },
    // Nearly always of a payment that the books know nothing of.
    authorize: (request) => ask(request.payment_id, (bank) => bank.authorize(request), { row: null }),
    async tokenize(request) {
      await travel()
      // What is kept names itself: there are no books of it.
      return open('', null).bank.tokenize(request)
    },
    async verify(request) {
      await travel()
      return open('', null).bank.verify(request)
    },
    inquire: (payment) => ask(payment.payment_id, (bank) => bank.inquire(payment)),
    capture: (payment, amount) => change(payment.payment_id, (bank) => bank.capture(payment, amount)),
    void: (payment, only) => change(payment.payment_id, (bank) => bank.void(payment, only)),
    refund: (payment, refund) => change(payment.payment_id, (bank) => bank.refund(payment, refund)),
    inquireRefund: (payment, refund) =>
      ask(payment.payment_id, (bank) => bank.inquireRefund(payment, refund)),
    clear: (payment) => ask(payment.payment_id, (bank) => bank.clear(payment)),
    returnRefund: (payment, refund) =>
      ask(payment.payment_id, async (bank) => bank.returnRefund?.(payment, refund)),
    async *reports(since) {
      const where = [{ column: 'created_at', is: '>=', value: since }] as const
      const found: ReportEntry[] = []
      for await (const { document } of rowsOf<ReportEntry>(store, 'sandbox_report', { where })) {
        found.push(document)
      }
      yield* found.reverse()
    },
    async addReport(entry) {
      const row = firstRow(entry.account_id, entry.id, entry, entry.reported_at)
      const written = await store.commit({ writes: [insertOf('sandbox_report', row)] })
      if (!written.ok) throw new Error(`report ${entry.id} is in the books already`)
    },
  }
}

/** @returns false when another node was faster: nothing was written */
async function keep<Page>(
  store: Pick<Store, 'commit'>,
  { books, paymentId, row, page, now }: Kept<Page>,
): Promise<boolean> {
  if (page === null) return true
  const write =
    row === null
      ? insertOf('sandbox_entry', firstRow(books, rowIdOf(books, paymentId), page, now))
      : updateOf('sandbox_entry', nextRow(row, page, now))
  return (await store.commit({ writes: [write], textOf: createTexts() })).ok
}

interface Kept<Page> {
  readonly books: BankBooks
  readonly paymentId: string
  readonly row: Row<Page> | null
  readonly page: Page | null
  readonly now: number
}

/** References are made of it. Nodes have no counter in common, so that it is drawn from the payment's id. */
export const sequenceOf = (paymentId: string): number =>
  createHash('sha256').update(paymentId).digest().readUInt32BE(0) % 100_000_000
