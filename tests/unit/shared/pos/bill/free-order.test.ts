import { expect, test } from 'vitest'
import { isPaid, isUntouched } from '../../../../../src-shared/pos/bill/balance.ts'
import { billCommands } from '../../../../../src-shared/pos/bill/bill-commands.ts'
import type { AtCounter, CounterEvent } from '../../../../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../../../../src-shared/pos/bill/bill-transition.ts'
import type { Order } from '../../../../../src-shared/pos/order/order.ts'
import { plainLine } from '../../../../../src-shared/pos/order/plain-line.ts'
import { everything, planReturn } from '../../../../../src-shared/pos/returns/returnable.ts'
import { billReceipt } from '../../../../../src-shared/receipt/bill-receipt.ts'
import { at } from '../transition/sale-fixtures.ts'
import { noBill } from './bill-fixtures.ts'

const order: Order = {
  id: 'ord_1',
  lines: [plainLine('line_1', 'Tea', 325)],
  discounts: [{ id: 'discount_1', discount: { kind: 'percent', value: 10_000, reason: 'Sorry' } }],
}
const bill = { id: 'bill_1', order, total: 0, currency: 'USD', note: '' }

const ready: AtCounter = { ...noBill, sale: { kind: 'ready' }, tabs: [] }
const opened = billTransition(ready, { kind: 'open_bill', bill, at }).next

test('an order with a total of 0 is paid at once, gets a number, and is kept when the cashier leaves it', () => {
  expect(opened.bill).toMatchObject({ total: 0, tenders: [], status: 'open' })
  if (opened.bill === null) throw new Error('there is no bill')
  expect([isPaid(opened.bill), isUntouched(opened.bill)]).toEqual([true, false])
  const left = billTransition(opened, { kind: 'finish', at })
  expect(left.effects).toEqual([{ kind: 'file_bill', bill: opened.bill }])
  expect(left.next.bill).toBeNull()
  expect(left.next.numbering.next).toBe(noBill.numbering.next + 1)
})

test('a bill with a total of 0 cannot be paid a second time', () => {
  const cash: CounterEvent = { kind: 'take_cash', id: 'cash_1', tendered: 100, balance: 0, step: 1, bill, at }
  for (const event of [
    cash,
    { kind: 'open_bill', bill, at } as const,
    { kind: 'undo_bill', at } as const,
    { kind: 'leave_bill', at } as const,
  ]) {
    expect(billTransition(opened, event).next).toBe(opened)
  }
  expect(billTransition(ready, cash).next).toBe(ready)
})

test('goods sold for 0 can be returned for 0, and the receipt claims neither payment nor refund', () => {
  if (opened.bill === null) throw new Error('there is no bill')
  const plan = planReturn(opened.bill, [], everything(opened.bill, []), 1)
  expect(plan).toMatchObject({ lines: [{ line_id: 'line_1', quantity: 1_000, paid: 0 }], parts: [] })
  const receipt = billReceipt(opened.bill, { merchant: 'Shop', training: false, language: 'en' })
  const printed = JSON.stringify(receipt)
  expect(printed).toContain('Tea')
  expect(printed).not.toMatch(/"(PAID|Paid|RETURNED|Returned)"/)
})

test('a bill of 0 can be opened only for an order', () => {
  const { payload } = billCommands['bill.open']
  const asked = { amount: 0, note: '' }
  expect(payload.safeParse({ ...asked, order_id: 'ord_1' }).success).toBe(true)
  expect(payload.safeParse({ ...asked, amount: 1 }).success).toBe(true)
  for (const wrong of [asked, { ...asked, order_id: 'ord_1', exchange: { return_id: 'ret_1', back: 0 } }]) {
    expect(payload.safeParse(wrong).error?.issues).toMatchObject([{ path: ['amount'] }])
  }
})
