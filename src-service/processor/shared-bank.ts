import { createHash } from 'node:crypto'
import { createTexts } from '../store/json.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Processor } from './processor.ts'
import type { ReportEntry } from './report-entry.ts'

/** Maximum tries of a request whose row another node changes. */
const maximumTries = 20
/** Same as a bank with its own database. */
const defaultLatencyMs = 150

/** Used as the account of the rows with a bank's data: '' is the sandbox's own bank. */
export type BankBooks = '' | 'harsh'

/** Returns the row's id, which is unique in the table across banks. */
export const rowIdOf = (books: BankBooks, paymentId: string): string =>
  books === '' ? paymentId : `${books}:${paymentId}`

export interface SharedBankOptions {
  readonly clock: Clock
  /** The shared store: all nodes have the bank's data in the same table. */
  readonly store: Pick<Store, 'get' | 'list' | 'commit' | 'remembered'>
  /** Delay of each answer, in ms of the service's clock. */
  readonly latencyMs?: number
}

/** A bank that works on its data of one payment, in memory. */
export interface OpenPage<Page> {
  readonly bank: Processor
  /** Returns the data to store; null when nothing was changed. */
  readonly changed: () => Page | null
}

export interface BankPages<Page> {
  /** The bank whose data it is: two banks that use one database in turn keep separate data. */
  readonly books: BankBooks
  /** Opens the bank with its data of a payment; null when it has none. */
  readonly open: (paymentId: string, page: Page | null) => OpenPage<Page>
  /**
   * Whether the bank's answers depend only on the data, not on how often it is asked. Then a request that changes the
   * data uses this node's cached row without reading it: if another node has changed it, the commit fails and the bank
   * is asked again.
   */
  readonly isSteady: boolean
}

/** The expected row of a payment, unless another node has changed it; null when there is none. */
interface Expected<Page> {
  readonly row: Row<Page> | null
}

/**
 * A sandbox bank for several nodes: its data are rows, one per payment, written before it answers. That is one more
 * commit per request, which is batched with those of other requests. If two nodes work on one payment at the same time,
 * the row's version makes the slower one retry with what the faster one wrote.
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
  /** @param expected row to try first if the bank is steady; null reads the row at once */
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
      // Without a write, nothing proves that the row is as expected.
      const isProven = unread === null || page !== null
      unread = null
      if (isProven && (await keep(store, { books, paymentId, row, page, now: clock.now() }))) return answer
    }
    throw new Error(
      `the books of payment ${paymentId} could not be written: every attempt met a concurrent change`,
    )
  }
  /** Same as `ask`, for requests that change the data; tries this node's cached row first. */
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
    // Nearly always a payment that the bank does not have yet.
    authorize: (request) => ask(request.payment_id, (bank) => bank.authorize(request), { row: null }),
    async tokenize(request) {
      await travel()
      // The reference itself contains the data: nothing is stored.
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

/** @returns false when another node was faster and nothing was written */
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

/**
 * Returns the number from which references are derived. Nodes share no counter, so it is derived from the payment's id.
 */
export const sequenceOf = (paymentId: string): number =>
  createHash('sha256').update(paymentId).digest().readUInt32BE(0) % 100_000_000
