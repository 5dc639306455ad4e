import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from '../../../support/sqlite-store.ts'

const fee = {
  fee_type: 'PARTNER_ADHOC',
  source_type: 'adjustment',
  source_id: null,
  amount: 100,
  amount_refunded: 100,
  is_refund: false,
  settlement_status: 'unsettled',
  settlement_id: null,
}

/** Checked by the database itself, independently of the program. */
test.each([
  ['more refunded than the fee', { amount_refunded: 101 }],
  ['a refund without the fee that it refunds', { is_refund: true, amount_refunded: 0 }],
  ['a refund that is refunded itself', { is_refund: true, source_id: 'fee_0', amount_refunded: 1 }],
])('the database refuses %s', async (_, changes) => {
  const folder = mkdtempSync(join(tmpdir(), 'fees-'))
  const store = openSqliteStore(join(folder, 'service.db'))
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const insert = (id: string, document: object) =>
    store.commit({
      writes: [
        {
          op: 'insert',
          kind: 'fee',
          row: { account_id: 'acct_1', id, version: 1, created_at: 1, updated_at: 1, document },
        },
      ],
    })
  expect((await insert('fee_1', fee)).ok).toBe(true)
  await expect(insert('fee_2', { ...fee, ...changes })).rejects.toThrow(/CHECK/)
})
