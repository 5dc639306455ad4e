import { createHash } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../store/row-writes.ts'
import { rowsOf } from '../../store/rows-of.ts'
import type { Row, Store } from '../../store/store.ts'
import type { Processor } from '../processor.ts'
import type { ReportEntry } from '../report-entry.ts'
import type { LedgerEntry, SandboxLedger } from './ledger.ts'
import { createSandboxProcessor } from './sandbox-processor.ts'

/** A node that another one overtakes asks anew, at most so often. */
const maximumTries = 20
/** As the sandbox with books of its own. */
const defaultLatencyMs = 150

interface SharedSandboxOptions {
  readonly clock: Clock
  /** Shared: every node keeps the bank's books in the same table. */
  readonly store: Pick<Store, 'get' | 'list' | 'commit'>
  /** How long an answer takes, ms of the service's clock. */
  readonly latencyMs?: number
}

/**
 * The sandbox's one bank for several nodes: its books are rows, one a payment, written before it answers. One more
 * commit a request, which travels with those of other requests. Two nodes that work on one payment at the same moment
 * meet at the row's version; the slower one is answered by what the faster one wrote.
 */
export function createSharedSandbox({
  clock,
  store,
  latencyMs = defaultLatencyMs,
}: SharedSandboxOptions): Processor {
  const ask = async <Answer>(
    paymentId: string,
    question: (bank: Processor) => Promise<Answer>,
  ): Promise<Answer> => {
    if (latencyMs > 0) await new Promise<void>((resolve) => void clock.after(latencyMs, resolve))
    for (let tries = 0; tries < maximumTries; tries += 1) {
      const row = await store.get<LedgerEntry>('sandbox_entry', '', paymentId)
      const page = createPage(paymentId, row?.document ?? null)
      const answer = await question(createSandboxProcessor({ clock, ledger: page.ledger, latencyMs: 0 }))
      if (await keep(store, row, page.written(), clock.now())) return answer
    }
    throw new Error(`the books of payment ${paymentId} changed all the time`)
  }
  const { name, capabilities, limits, tokenize } = createSandboxProcessor({
    clock,
    ledger: createPage('', null).ledger,
    latencyMs,
  })
  return {
    ...{ name, capabilities, limits, tokenize },
    authorize: (request) => ask(request.payment_id, (bank) => bank.authorize(request)),
    inquire: (payment) => ask(payment.payment_id, (bank) => bank.inquire(payment)),
    capture: (payment, amount) => ask(payment.payment_id, (bank) => bank.capture(payment, amount)),
    void: (payment, only) => ask(payment.payment_id, (bank) => bank.void(payment, only)),
    refund: (payment, refund) => ask(payment.payment_id, (bank) => bank.refund(payment, refund)),
    inquireRefund: (payment, refund) =>
      ask(payment.payment_id, (bank) => bank.inquireRefund(payment, refund)),
    clear: (payment) => ask(payment.payment_id, (bank) => bank.clear(payment)),
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
    returnRefund: (payment, refund) =>
      ask(payment.payment_id, async (bank) => bank.returnRefund?.(payment, refund)),
  }
}

/** What the books hold of one payment, in memory; `written` is what was saved meanwhile. */
function createPage(paymentId: string, entry: LedgerEntry | null) {
  let current = entry
  const ledger: SandboxLedger = {
    find: (id) => (id === paymentId ? current : null),
    nextSequence: () => sequenceOf(paymentId),
    save: (next) => {
      current = next
    },
    written: async () => undefined,
    // Of all payments, hence not on this page.
    addReport: () => undefined,
    reportsSince: () => [],
    close: () => undefined,
  }
  return { ledger, written: () => (current === entry ? null : current) }
}

/** @returns false when another node was faster: nothing was written */
async function keep(
  store: Pick<Store, 'commit'>,
  row: Row<LedgerEntry> | null,
  entry: LedgerEntry | null,
  now: number,
): Promise<boolean> {
  if (entry === null) return true
  const write =
    row === null
      ? insertOf('sandbox_entry', firstRow('', entry.payment_id, entry, now))
      : updateOf('sandbox_entry', nextRow(row, entry, now))
  return (await store.commit({ writes: [write] })).ok
}

/** References are made of it. Nodes have no counter in common, so that it is drawn from the payment's id. */
const sequenceOf = (paymentId: string): number =>
  createHash('sha256').update(paymentId).digest().readUInt32BE(0) % 100_000_000
