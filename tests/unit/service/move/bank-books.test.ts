import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bookColumns, openBooks } from '../../../../src-service/move/bank-books.ts'
import { openHarshBooks } from '../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../src-service/processor/harsh/harsh-processor.ts'
import { createSharedHarsh } from '../../../../src-service/processor/harsh/shared-harsh.ts'
import type { AuthorizeRequest, Processor } from '../../../../src-service/processor/processor.ts'
import type { ReportEntry } from '../../../../src-service/processor/report-entry.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import { createSharedSandbox } from '../../../../src-service/processor/sandbox/shared-sandbox.ts'
import { insertOf } from '../../../../src-service/store/row-writes.ts'
import { openDatabase } from '../../../../src-service/store/sqlite/database.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import type { Row, Store } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { atCounter, paymentRef, refundRef } from '../../../support/processor-references.ts'
import { openSqliteStore, putEmptyDatabase } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { visa } from '../authorize/cards.ts'
import { paymentDocument, row } from '../store/store-samples.ts'

const clock = createClock()
const kinds = { sandbox_entries: 'sandbox_entry', sandbox_reports: 'sandbox_report' } as const

/** Moves the bank's books from its own file to the tables, and opens the bank on them. */
async function moved(
  sell: (folder: string) => Promise<void>,
  open: (store: Store) => Processor,
): Promise<Processor> {
  const folder = await temporaryFolder('bank-books')
  const file = join(folder, 'service.db')
  putEmptyDatabase(file)
  const service = createSqliteStore(file)
  const payment = row(paymentDocument('pi'), { account_id: 'acct_1', id: 'pmt_paid' })
  const refund = {
    ...{
      status: 'succeeded',
      payment_id: 'pmt_paid',
      amount: 300,
      external: 0,
      settlement_status: 'unsettled',
    },
  }
  await service.commit({
    writes: [
      { op: 'insert', kind: 'payment', row: payment },
      { op: 'insert', kind: 'refund', row: row(refund, { account_id: 'acct_1', id: 're_1' }) },
    ],
  })
  await service.close()
  await sell(folder)
  const database = openDatabase(file)
  const books = openBooks(folder, database)
  const store = openSqliteStore(join(folder, 'target.db'))
  for (const table of ['sandbox_entries', 'sandbox_reports'] as const) {
    const rows = [...books.rows(table)]
    expect(books.count(table), table).toBe(rows.length)
    const writes = rows.map((values) => {
      const made = Object.fromEntries(bookColumns.map((column, at) => [column, values[at]]))
      return insertOf(kinds[table], {
        ...made,
        document: JSON.parse(String(made.document)),
      } as unknown as Row)
    })
    expect((await store.commit({ writes })).ok).toBe(true)
  }
  books.close()
  database.close()
  return open(store)
}

const paid = paymentRef('pmt_paid')
const request: AuthorizeRequest = {
  ...paid,
  source: { kind: 'card', card: visa },
  ...{ card_present: true, ...atCounter, entry_mode: null, capture: true, auth_code: null },
}
const report: ReportEntry = {
  ...{ id: 'report_1', account_id: 'acct_1', payment_id: 'pmt_paid', reported_at: 5_000 },
  type: 'fee',
  fee_type: 'CHARGEBACK',
  amount: 1500,
}

async function sellAt(bank: Processor): Promise<void> {
  expect(await bank.authorize(request)).toMatchObject({ outcome: 'approved' })
  clock.advance(11 * 60_000)
  expect(await bank.refund(paid, refundRef('re_1', 300))).toMatchObject({ outcome: 'done' })
  await bank.addReport?.(report)
}

async function goesOn(bank: Processor): Promise<void> {
  expect(await bank.inquire(paid)).toMatchObject({ outcome: 'approved', amount_authorized: 1000 })
  expect(await bank.inquireRefund(paid, refundRef('re_1', 300))).toMatchObject({ outcome: 'done' })
  expect(await bank.refund(paid, refundRef('re_2', 701))).not.toMatchObject({ outcome: 'done' })
  expect(await bank.refund(paid, refundRef('re_3', 700))).toMatchObject({ outcome: 'done' })
  const reports: unknown[] = []
  for await (const entry of bank.reports(0)) reports.push(entry)
  expect(reports).toEqual([report])
}

test("the sandbox bank's books are moved: payments are known, and refunds stay limited to what was paid", async () => {
  const bank = await moved(
    async (folder) => {
      const ledger = openLedger(join(folder, 'sandbox-processor.db'))
      await sellAt(createSandboxProcessor({ clock, ledger, latencyMs: 0 }))
      await ledger.close()
    },
    (store) => createSharedSandbox({ clock, store, latencyMs: 0 }),
  )
  await goesOn(bank)
})

test("the harsh bank's books are moved: an entry for each payment, with its refunds", async () => {
  const trouble = () => ({ kind: 'none' }) as const
  const bank = await moved(
    async (folder) => {
      const books = openHarshBooks(join(folder, 'harsh-processor.db'))
      await sellAt(createHarshProcessor({ clock, books, latencyMs: 0, trouble }))
      books.close()
    },
    (store) => createSharedHarsh({ clock, store, latencyMs: 0, trouble }),
  )
  await goesOn(bank)
})
