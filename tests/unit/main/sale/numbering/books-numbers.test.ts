import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newestInBooks } from '../../../../../src-main/sale/numbering/books-numbers.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

test('only receipt numbers written by the program count, not numbers typed by a person', async () => {
  const folder = await temporaryFolder('books-numbers')
  const paths = { drawer: join(folder, 'drawer.jsonl'), soldBills: join(folder, 'bills') }
  await mkdir(paths.soldBills)
  const entries = [
    { kind: 'sale', bill: 'KT1001' },
    { kind: 'returned', bill: 'KT1002' },
    { kind: 'refund', bill: 'KT9999' },
    { kind: 'no_sale' },
  ]
  await writeFile(paths.drawer, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  await writeFile(
    join(paths.soldBills, '2026-11.jsonl'),
    `${JSON.stringify({ bill: { number: 'KT1003' } })}\n`,
  )
  expect(await newestInBooks(paths)).toEqual(['KT1002', 'KT1001', 'KT1003'])
})
