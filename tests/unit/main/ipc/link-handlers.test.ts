import { expect, test } from 'vitest'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { linkHandlers } from '../../../../src-main/ipc/link-handlers.ts'
import type { SellingArea } from '../../../../src-main/orders/selling.ts'
import type { SnapshotPublisher } from '../../../../src-main/snapshot/publisher.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { Order } from '../../../../src-shared/pos/order/order.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'

interface Bills {
  readonly bill: Bill | null
  readonly aside: readonly Bill[]
}

const coffee = plainLine('line_1', 'Coffee', 450)
const giftCard = { ...plainLine('line_2', 'Gift card', 2000), gift_card: { card_id: null, last_four: '' } }

/**
 * @param bills at the counter and put aside
 * @returns the links that were sent, and the orders that were taken from the draft
 */
function setUp(order: Order, { bill = null, aside = [] }: Partial<Bills> = {}) {
  const done: string[] = []
  const sale = { bill: () => bill, aside: () => aside }
  const links = { send: async () => done.push('sent') > 0 }
  const selling = { toCharge: () => order, sold: async (id: string) => void done.push(id) }
  const handlers = linkHandlers({
    counter: () => ({ links, sale }) as unknown as Counter,
    snapshot: { present: () => ({ currency: 'USD' }) } as unknown as SnapshotPublisher,
    newId: (kind) => kind,
    selling: { service: async () => selling } as unknown as Pick<SellingArea, 'service'>,
  })
  const send = (amount: number) =>
    handlers['links.send']({ amount, note: '', receiver: { kind: 'code' }, order_id: order.id })
  return { done, send }
}

test('an order can be paid by a link', async () => {
  const { done, send } = setUp({ id: 'ord_1', lines: [coffee], discounts: [] })
  expect(await send(450)).toMatchObject({ ok: true })
  expect(done).toEqual(['sent', 'ord_1'])
})

test('an order that contains a gift card cannot be paid by a link, which would issue no card', async () => {
  const { done, send } = setUp({ id: 'ord_1', lines: [coffee, giftCard], discounts: [] })
  expect(await send(2450)).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(done).toEqual([])
})

test('an order whose bill is open cannot be paid a second time by a link of its own', async () => {
  const order: Order = { id: 'ord_1', lines: [coffee], discounts: [] }
  const bill = { order } as unknown as Bill
  for (const bills of [{ bill }, { aside: [bill] }]) {
    const { done, send } = setUp(order, bills)
    expect(await send(450)).toMatchObject({ ok: false, error: { code: 'not_now' } })
    expect(done).toEqual([])
  }
  const other = { bill: { order: { ...order, id: 'ord_2' } } as unknown as Bill }
  expect(await setUp(order, other).send(450)).toMatchObject({ ok: true })
})
