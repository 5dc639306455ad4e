import { expect, test } from 'vitest'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { tabHandlers } from '../../../../src-main/ipc/tab-handlers.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { Order } from '../../../../src-shared/pos/order/order.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { ok } from '../../../../src-shared/result.ts'

const order: Order = { id: 'ord_1', lines: [plainLine('line_1', 'Coffee', 450)], discounts: [] }

/** @param billed the order of the bill at the counter */
async function addToTab(billed: Order | null) {
  const dispatched: unknown[] = []
  const sale = { bill: () => (billed === null ? null : ({ order: billed } as Bill)), aside: () => [] }
  const handlers = tabHandlers({
    counter: () => ({ sale }) as unknown as Counter,
    selling: { service: async () => ({ toCharge: () => order }) },
    newId: (kind: string) => kind,
    dispatch(input: unknown) {
      dispatched.push(input)
      return ok(null)
    },
  } as unknown as Parameters<typeof tabHandlers>[0])
  const result = await handlers['tab.add']({ tab_id: 'tab_1', order: { id: order.id, total: 450 } })
  return { result, dispatched }
}

test('a tab is opened with the note of its order, apart from the customer’s name', async () => {
  const dispatched: unknown[] = []
  const handlers = tabHandlers({
    snapshot: {
      present: () => ({
        settings: { tabs: true },
        terminal: { kind: 'connected', hsn: 'VT-1' },
        currency: 'USD',
      }),
    },
    selling: { service: async () => ({ toCharge: () => order }) },
    newId: (kind: string) => kind,
    dispatch(input: unknown) {
      dispatched.push(input)
      return ok(null)
    },
  } as unknown as Parameters<typeof tabHandlers>[0])
  const asked = { name: 'Maria', hold: 5_000, entry: 'card' as const, order: { id: order.id, total: 450 } }
  await handlers['tab.open']({ ...asked, note: 'No sugar' })
  await handlers['tab.open']({ ...asked, note: '' })
  expect(dispatched).toMatchObject([
    { sale: { order, tab: { name: 'Maria', stage: 'opening', note: 'No sugar' } } },
    { sale: { order, tab: { name: 'Maria', stage: 'opening' } } },
  ])
  expect(dispatched[1]).not.toHaveProperty('sale.tab.note')
})

test('an order whose bill is open cannot be added to a tab, which would charge it a second time', async () => {
  expect(await addToTab(order)).toMatchObject({
    result: { ok: false, error: { code: 'not_now' } },
    dispatched: [],
  })
  for (const billed of [null, { ...order, id: 'ord_2' }]) {
    expect(await addToTab(billed)).toMatchObject({ result: { ok: true }, dispatched: [{ order }] })
  }
})
