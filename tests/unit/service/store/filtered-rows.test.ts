import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filteredRows } from '../../../../src-service/store/filtered-rows.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import { account, insert, intentDocument, row } from './store-samples.ts'

test('other work runs while the visible rows are looked for among many, even on SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'filtered-rows-'))
  const store = createSqliteStore(join(folder, 'service.db'))
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const count = 350
  const writes = Array.from({ length: count }, (_, at) =>
    insert('payment_intent', row(intentDocument(), { created_at: at + 1 })),
  )
  expect((await store.commit({ writes })).ok).toBe(true)

  let sinceTurn = 0
  let most = 0
  let looked = 0
  let turn = setImmediate(function other() {
    sinceTurn = 0
    turn = setImmediate(other)
  })
  const shown = filteredRows(store, 'payment_intent', async ({ created_at }) => {
    looked += 1
    sinceTurn += 1
    most = Math.max(most, sinceTurn)
    return created_at <= 3
  })
  const found = await shown.list('payment_intent', { account_id: account, limit: 10 })
  clearImmediate(turn)
  expect(found.map(({ created_at }) => created_at)).toEqual([3, 2, 1])
  expect(looked).toBe(count)
  expect(most).toBe(100)
})
