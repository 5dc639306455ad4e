import { expect, test } from 'vitest'
import type { JournalLine, SaleJournal } from '../../../../src-main/sale/journal.ts'
import { lastState } from '../../../../src-main/sale/read-journal.ts'
import { startSaleRunner } from '../../../../src-main/sale/runner.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog, until } from '../support/service.ts'

/** A counter that still closes the intent of its last sale, on a disk that answers when it is told to. */
function counter() {
  const writes: { readonly line: JournalLine; readonly ends: (isThere: boolean) => void }[] = []
  const booked: string[] = []
  let closed = () => {}
  const journal: SaleJournal = {
    last: { kind: 'ready' },
    unclosed: [{ sale_id: 'sale_0', intent_id: 'pi_0' }],
    parked: [],
    unreadable: 0,
    write: (line) =>
      new Promise((resolve, reject) => {
        const ends = (isThere: boolean) => (isThere ? resolve() : reject(new Error('input/output error')))
        writes.push({ line: structuredClone(line), ends })
      }),
    close: async () => undefined,
    ...noBill,
  }
  const runner = startSaleRunner({
    journal,
    perform: ({ kind }) =>
      new Promise((resolve) => {
        if (kind === 'cancel_intent') closed = () => resolve(null)
      }),
    book: async ({ id }) => void booked.push(id),
    openDrawer: () => undefined,
    giftCards: () => undefined,
    exchange: () => undefined,
    file: async () => undefined,
    onCounter: () => undefined,
    followLink: () => undefined,
    onParked: () => undefined,
    onUnreadable: () => undefined,
    onUnsaved: () => undefined,
    now: () => Date.parse(at),
    person: () => null,
    log: quietLog,
  })
  /** The next line of the journal, once it was asked for. */
  async function next(number: number, isThere: boolean): Promise<void> {
    await until(
      () => writes.length,
      (count) => count > number,
    )
    writes[number]?.ends(isThere)
  }
  return { runner, writes, booked, next, closed: () => closed() }
}

const bill = { id: 'bill_1', order: null, total: 6_000, currency: 'USD', note: '' }
const taken = { kind: 'take_cash', id: 'cash_1', tendered: 2_000, balance: 6_000, step: 1, bill } as const

test('cash that was not taken is in no journal, also where another line had it and could be written', async () => {
  const { runner, writes, next, closed } = counter()
  runner.dispatch(taken)
  closed()
  await until(
    () => writes.length,
    (count) => count === 2,
  )
  await next(0, false)
  await until(runner.bill, (shown) => shown === null)
  await next(1, true)
  await next(2, true)
  const left = lastState(`${JSON.stringify(writes.at(-1)?.line)}\n`, at)
  expect(left.bill).toBeNull()
  expect(left.unbooked).toEqual([])
  expect(left.unclosed).toEqual([])
})

test('cash that was handed back counts once it is written down, so that no start asks for it anew', async () => {
  const { runner, booked, next } = counter()
  runner.dispatch(taken)
  await next(0, true)
  await next(1, true)
  runner.dispatch({ kind: 'undo_bill' })
  await next(2, true)
  const before = runner.bill()
  runner.dispatch({ kind: 'cash_returned', id: 'cash_2' })
  await next(3, false)
  await until(runner.bill, (shown) => shown === before)
  expect(booked).toEqual(['cash_1'])

  runner.dispatch({ kind: 'cash_returned', id: 'cash_3' })
  await next(4, true)
  await until(
    () => booked,
    (all) => all.includes('cash_3'),
  )
  expect(booked).toEqual(['cash_1', 'cash_3'])
})
