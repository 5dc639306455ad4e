import { beforeEach, expect, test } from 'vitest'
import { balanceOf } from '../../../../src-shared/pos/bill/balance.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { until } from '../support/service.ts'
import { startInFiles } from './counter-in-files.ts'

type Counter = Awaited<ReturnType<typeof startInFiles>>

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder('countertop-left')
})

const bill = { id: 'bill_1', order: null, total: 6_000, currency: 'USD', note: '' }

/** Takes cash, and waits until the journal has it. */
async function paid({ runner }: Counter, id: string, tendered: number, balance: number): Promise<void> {
  expect(runner.dispatch({ kind: 'take_cash', id, tendered, balance, step: 1, bill })).toBe(true)
  await until(runner.unbooked, (count) => count === 1)
  await until(runner.unbooked, (count) => count === 0)
}

/** Long enough to show that nothing happens: many times the delay before a retry. */
const meanwhile = () => new Promise((resolve) => setTimeout(resolve, 100))

/** Restarts, and pays the rest of the bill at the counter. @returns the bill in the book of sales */
async function restartedAndPaid(number: string) {
  const next = await startInFiles(folder)
  const found = next.runner.bill()
  expect(found && { number: found.number, owed: balanceOf(found) }).toEqual({ number, owed: 4_000 })
  await paid(next, 'cash_2', 4_000, 4_000)
  next.runner.dispatch({ kind: 'finish' })
  await until(
    () => next.book.recent(10),
    (sold) => sold.length > 0,
  )
  await until(next.runner.unfiled, (left) => left.length === 0)
  const sold = await next.book.recent(10)
  await next.stop()
  return sold.map(({ bill: { number, tenders } }) => ({ number, ids: tenders.map(idOf) }))
}
const idOf = (tender: { readonly kind: string } & object) => ('id' in tender ? tender.id : tender.kind)

test('a bill whose end cannot be journaled stays at the counter, and its later payments are in the book', async () => {
  const first = await startInFiles(folder)
  await paid(first, 'cash_1', 2_000, 6_000)
  const number = first.runner.bill()?.number ?? ''
  first.disk.journal = false
  first.runner.dispatch({ kind: 'leave_bill' })
  await until(first.unsaved, ({ journal }) => journal)
  await meanwhile()
  expect(first.runner.bill()).toMatchObject({ number })
  expect(first.shown()).toMatchObject({ number })
  expect(first.runner.unfiled()).toEqual([])
  expect(await first.book.recent(10)).toEqual([])
  await first.stop()
  expect(await restartedAndPaid(number)).toEqual([{ number, ids: ['cash_1', 'cash_2'] }])
})

test('a bill whose end is in no line of the journal is not filed, whatever happens after it', async () => {
  const first = await startInFiles(folder)
  await paid(first, 'cash_1', 2_000, 6_000)
  const number = first.runner.bill()?.number ?? ''
  first.disk.journal = false
  first.runner.dispatch({ kind: 'leave_bill' })
  first.runner.dispatch({ kind: 'open_bill', bill: { ...bill, id: 'bill_2' } })
  await until(first.unsaved, ({ journal }) => journal)
  await meanwhile()
  expect(first.runner.bill()).toMatchObject({ id: 'bill_2' })
  expect(await first.book.recent(10)).toEqual([])
  await first.stop()
  expect(await restartedAndPaid(number)).toEqual([{ number, ids: ['cash_1', 'cash_2'] }])
})

test('a paid bill that left while nothing could be written is filed once the journal has its end', async () => {
  const counter = await startInFiles(folder)
  await paid(counter, 'cash_1', 6_000, 6_000)
  counter.disk.journal = false
  counter.runner.dispatch({ kind: 'finish' })
  await until(counter.unsaved, ({ journal }) => journal)
  await meanwhile()
  expect(counter.runner.unfiled()).toHaveLength(1)
  expect(await counter.book.recent(10)).toEqual([])
  counter.disk.journal = true
  await until(counter.runner.unfiled, (left) => left.length === 0)
  expect(await counter.book.recent(10)).toMatchObject([{ bill: { id: 'bill_1' } }])
  await counter.stop()
})
