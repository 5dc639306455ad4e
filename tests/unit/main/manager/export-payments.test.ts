import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportPayments } from '../../../../src-main/manager/export-payments.ts'
import type {
  FoundPayment,
  PaymentSearch,
  PaymentSearchResult,
} from '../../../../src-shared/pos/manager/manager.ts'
import type { CommandRefusal } from '../../../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const payment = (at: number, changes: Partial<FoundPayment> = {}): FoundPayment => ({
  intent_id: `pi_${at}`,
  status: 'captured',
  amount: 1234,
  amount_captured: 1234,
  amount_refunded: 0,
  currency: 'USD',
  created_at: '2026-11-22T10:00:00.000Z',
  reference: null,
  receipt: null,
  note: null,
  brand: 'visa',
  last_four: '0042',
  settled: false,
  declined: false,
  ...changes,
})

/** Returns two rows per page, from the row after the cursor. */
const paged =
  (rows: readonly FoundPayment[], asked: PaymentSearch[] = []) =>
  async (search: PaymentSearch): Promise<Result<PaymentSearchResult, CommandRefusal>> => {
    asked.push(search)
    const start = rows.findIndex(({ intent_id }) => intent_id === search.after) + 1
    const found = rows.slice(start, start + 2)
    const more = start + 2 < rows.length
    const counted = { limit: 2, total: rows.length - start, total_exact: true, only_here: false }
    return ok({ rows: found, page: search.page, more, ...counted })
  }

test('an export contains every payment found, page by page, with the same columns in every language', async () => {
  const path = join(await temporaryFolder('export'), 'payments.csv')
  const asked: PaymentSearch[] = []
  const rows = [
    payment(1),
    payment(2, { declined: true, status: 'created' }),
    payment(3),
    payment(4),
    payment(5),
  ]
  const search = { status: 'captured', page: 7 } as const
  expect(await exportPayments(search, paged(rows, asked), path)).toEqual({ ok: true, value: { count: 5 } })
  expect(asked.map(({ page, after, status }) => [page, after, status])).toEqual([
    [1, undefined, 'captured'],
    [2, 'pi_2', 'captured'],
    [3, 'pi_4', 'captured'],
  ])
  const text = await readFile(path, 'utf8')
  expect(text.startsWith('\uFEFFid,created_at,status,')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[1]).toBe('pi_1,2026-11-22T10:00:00.000Z,captured,12.34,12.34,0.00,USD,visa,0042,no,,')
  expect(lines[2]).toContain(',declined,')
})

test('an export has no cell that could be read as a formula', async () => {
  const path = join(await temporaryFolder('export'), 'payments.csv')
  const notes = ['=1+1', '+1', '-1', '@SUM(A1)', '"quoted", with a comma']
  const rows = notes.map((note, at) => payment(at + 1, { note, reference: note }))
  await exportPayments({ page: 1 }, paged(rows), path)
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',no,')[1])).toEqual([
    ...["'=1+1,'=1+1", "'+1,'+1", "'-1,'-1", "'@SUM(A1),'@SUM(A1)"],
    '"""quoted"", with a comma","""quoted"", with a comma"',
  ])
})

test('an empty export is a table without rows, and a failed export leaves no file', async () => {
  const folder = await temporaryFolder('export')
  const path = join(folder, 'payments.csv')
  const refusal = err({ code: 'not_available', message: 'away' } as const)
  let pages = 0
  const failing = async (search: PaymentSearch) => {
    pages += 1
    return pages === 2 ? refusal : paged([payment(1), payment(2), payment(3)])(search)
  }
  expect(await exportPayments({ page: 1 }, failing, path)).toEqual(refusal)
  expect(await readdir(folder)).toEqual([])
  expect(await exportPayments({ page: 1 }, paged([]), path)).toEqual({ ok: true, value: { count: 0 } })
  expect((await readFile(path, 'utf8')).trimEnd().split('\r\n')).toHaveLength(1)
})
