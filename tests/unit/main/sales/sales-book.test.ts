import { type FileHandle, mkdir, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill, CardTender } from '../../../../src-shared/pos/bill/bill.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
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

test('a book of sales too large for memory can be written, listed and searched', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  await mkdir(folder)
  const month = join(folder, '2026-03.jsonl')
  await writeFile(month, '')
  // A sparse file that takes no space on the disk, and is larger than any reader's memory.
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

test('a bill among the newest fifty is not filed twice; those of the previous run are forgotten first', async () => {
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

test('a closed book accepts no bill and opens no file, and earlier requests are written', async () => {
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

test('a period has the bills of its time, and an unreadable line counts in the period of its time', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  const times = ['2026-02-27T09:00:00.000Z', '2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z']
  for (const [index, time] of times.entries()) await book.file(sold(`KT${1001 + index}`), time)
  await book.close()
  const march = join(folder, '2026-03.jsonl')
  const broken = (time: string) => `${JSON.stringify({ closed_at: time, bill: { number: 'KT1' } })}\n`
  await writeFile(march, broken('2026-03-02T10:00:00.000Z') + broken('2026-03-03T10:00:00.000Z'), {
    flag: 'a',
  })
  await writeFile(march, 'nothing of it\n', { flag: 'a' })
  const second = { from: Date.parse('2026-03-01T00:00:00.000Z'), to: Date.parse('2026-03-03T00:00:00.000Z') }
  const found = await book.between(second)
  expect(found.sold.map(({ bill }) => bill.number)).toEqual(['KT1002', 'KT1003'])
  expect(found.unreadable).toBe(2)
})

test('several bills of any month are found in one pass through the book', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  await book.file(sold('KT1001'), '2026-01-05T09:00:00.000Z')
  await book.file(sold('KT1002'), '2026-02-05T09:00:00.000Z')
  await book.file({ ...sold('KT1003'), note: '"number":"KT1001"' }, '2026-03-01T09:00:00.000Z')
  const found = await book.findEach(new Set(['KT1001', 'KT1003', 'KT9']))
  await book.close()
  expect([...found].map(([number, { bill }]) => [number, bill.id])).toEqual([
    ['KT1003', 'bill_KT1003'],
    ['KT1001', 'bill_KT1001'],
  ])
})

test('a sale can be written while the book is searched', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  await book.file(sold('KT1001'))
  const probe = await open(folder)
  const disk: { read: (this: FileHandle, ...range: readonly unknown[]) => Promise<unknown> } =
    Object.getPrototypeOf(probe)
  await probe.close()
  const { read } = disk
  let goOn = () => {}
  const written = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isReading = () => {}
  const reading = new Promise<void>((resolve) => {
    isReading = resolve
  })
  const slow = vi.spyOn(disk, 'read').mockImplementation(async function (this: FileHandle, ...range) {
    isReading()
    await written
    return read.apply(this, range)
  })
  try {
    const found = [book.findEach(new Set(['KT1001'])), book.naming(new Set(['KT9']), 0)] as const
    await reading
    await book.file(sold('KT1002'))
    goOn()
    expect([...(await found[0]).keys()]).toEqual(['KT1001'])
    expect(await found[1]).toEqual([])
  } finally {
    goOn()
    slow.mockRestore()
  }
  expect(await book.find('KT1002')).not.toBeNull()
  await book.close()
})

test('bills are found by number or by the intent of a card, in the months that are searched', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  const tender: CardTender = {
    ...{ kind: 'card', status: 'paid', amount: 1_234, tip: 0, surcharge: 0 },
    ...{ sale: facts({ intent_id: 'pi_2' }), payment: payment() },
  }
  await book.file(sold('KT1001'), '2026-01-05T09:00:00.000Z')
  await book.file({ ...sold('KT1002'), tenders: [tender] }, '2026-03-01T09:00:00.000Z')
  // A second bill with the same number is found as well.
  await book.file(
    { ...sold('KT1001'), id: 'bill_other', note: '"intent_id":"pi_2"' },
    '2026-03-02T09:00:00.000Z',
  )
  const idsSince = async (time: string) =>
    (await book.naming(new Set(['KT1001', 'pi_2']), Date.parse(time))).map(({ id }) => id)
  expect(await idsSince('2026-01-01T00:00:00.000Z')).toEqual(['bill_other', 'bill_KT1002', 'bill_KT1001'])
  expect(await idsSince('2026-03-01T00:00:00.000Z')).toEqual(['bill_other', 'bill_KT1002'])
  expect(await idsSince('2026-05-01T00:00:00.000Z')).toEqual([])
  await book.close()
})

const day = (time: string) => ({
  from: Date.parse(`${time}T00:00:00.000Z`),
  to: Date.parse(`${time}T23:59:59.999Z`),
})

test('sales before and after one with a clock weeks behind are all found on their day', async () => {
  const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
  const times = ['2026-03-23T09:00:00.000Z', '2026-03-03T10:00:00.000Z', '2026-03-23T11:00:00.000Z']
  for (const [index, time] of times.entries()) {
    const book = await openSalesBook(folder, () => Date.parse(time), quietLog)
    await book.file(sold(`KT${1001 + index}`))
    await book.close()
  }
  const book = await openSalesBook(folder, () => Date.parse(at), quietLog)
  const { sold: ofDay, unreadable } = await book.between(day('2026-03-23'))
  expect(ofDay.map(({ bill }) => bill.number)).toEqual(['KT1001', 'KT1003'])
  expect(unreadable).toBe(0)
  const wanted = await book.matching(() => true, day('2026-03-23'), 10)
  expect(wanted.map(({ number }) => number)).toEqual(['KT1003', 'KT1001'])
  expect((await book.between(day('2026-03-03'))).sold.map(({ bill }) => bill.number)).toEqual(['KT1002'])
  await book.close()
})

test('with any settings of the clock, a period has each bill of its time once', async () => {
  const quarters = fc.oneof(
    fc.integer({ min: 0, max: 8 }),
    fc.integer({ min: -80, max: 60 }),
    fc.integer({ min: -1600, max: 1600 }),
  )
  const moment = (offset: number) => Date.parse(at) + offset * 6 * 3_600_000
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ offset: quarters, isNewRun: fc.boolean() }), { maxLength: 25 }),
      fc.array(fc.tuple(quarters, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 8 }),
      async (sales, periods) => {
        const folder = join(await temporaryFolder('countertop-book'), 'acct.bills')
        let clock = Date.parse(at)
        let book = await openSalesBook(folder, () => clock, quietLog)
        for (const [index, { offset, isNewRun }] of sales.entries()) {
          clock = moment(offset)
          if (isNewRun) {
            await book.close()
            book = await openSalesBook(folder, () => clock, quietLog)
          }
          await book.file(sold(`KT${1001 + index}`))
        }
        for (const [start, length] of periods) {
          const period = { from: moment(start), to: moment(start + length) }
          const expected = sales.flatMap(({ offset }, index) => {
            const time = moment(offset)
            return time >= period.from && time < period.to ? [`KT${1001 + index}`] : []
          })
          const between = (await book.between(period)).sold.map(({ bill }) => bill.number)
          expect(between.toSorted()).toEqual(expected)
          const matching = await book.matching(() => true, period, 100)
          expect(matching.map(({ number }) => number).toSorted()).toEqual(expected)
        }
        await book.close()
      },
    ),
    { numRuns: 25 },
  )
})
