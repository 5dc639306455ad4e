import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rowsOf } from '../../../../src-service/store/rows-of.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import { account, insert, intentDocument, row } from './store-samples.ts'

test('other work runs between two pages of a long list, even on SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rows-of-'))
  const store = createSqliteStore(join(folder, 'service.db'))
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const count = 35
  const writes = Array.from({ length: count }, (_, at) =>
    insert('payment_intent', row(intentDocument(), { created_at: at + 1 })),
  )
  expect((await store.commit({ writes })).ok).toBe(true)

  let sinceTurn = 0
  let most = 0
  let turn = setImmediate(function other() {
    sinceTurn = 0
    turn = setImmediate(other)
  })
  const seen: string[] = []
  for await (const { id } of rowsOf(store, 'payment_intent', { account_id: account }, 10)) {
    seen.push(id)
    sinceTurn += 1
    most = Math.max(most, sinceTurn)
  }
  clearImmediate(turn)
  expect(new Set(seen).size).toBe(count)
  expect(most).toBe(10)
})
