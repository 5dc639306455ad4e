import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at } from '../../shared/pos/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

const sold = (number: string): Bill => ({
  id: `bill_${number}`,
  number,
  order: null,
  total: 500,
  currency: 'USD',
  note: '',
  opened_at: at,
  tenders: [],
  status: 'open',
  tab: null,
  link: null,
})

test('a book of sales that is too long to be read as a whole is written, listed and searched', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  await mkdir(folder)
  const month = join(folder, '2026-03.jsonl')
  await writeFile(month, '')
  // It takes no room on the disk, and no reader has that much memory.
  await truncate(month, 3 * 2 ** 30)
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  for (let number = 1001; number <= 1060; number++) {
    const line = { closed_at: at, bill: sold(`KT${number}`) }
    await writeFile(month, `\n${JSON.stringify(line)}\n`, { flag: 'a' })
  }
  await book.file(sold('KT1061'))
  await book.file(sold('KT1030'))
  const recent = await book.recent(3)
  expect(recent.map(({ bill }) => bill.number)).toEqual(['KT1061', 'KT1060', 'KT1059'])
  expect(await book.find('KT1002')).toMatchObject({ bill: { id: 'bill_KT1002' } })
  await book.close()
})

test('a bill is compared with the newest fifty, those of the last run first given up', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  const numbers = Array.from({ length: 60 }, (_, index) => `KT${1001 + index}`)
  const first = await openSalesBook(folder, () => Date.parse(at), quietLog)
  for (const number of numbers) await first.file(sold(number))
  await first.close()
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  for (const number of ['KT1061', 'KT1060', 'KT1061']) await book.file(sold(number))
  await book.close()
  const lines = (await readFile(join(folder, '2026-03.jsonl'), 'utf8')).split('\n').filter(Boolean)
  expect(lines).toHaveLength(61)
})

test('a book that is closed takes no bill, and opens no file for it; what was asked before is in it', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  const filed = book.file(sold('KT1001'))
  const closed = book.close()
  const late = book.file(sold('KT1002'))
  await Promise.all([filed, closed])
  await expect(late).rejects.toThrow('the book of sales is closed')
  await expect(book.file(sold('KT1003'), '2026-04-01T10:00:00.000Z')).rejects.toThrow('closed')
  expect(await readdir(folder)).toEqual(['2026-03.jsonl'])
})
