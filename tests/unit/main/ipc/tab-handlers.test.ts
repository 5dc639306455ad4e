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

test('an order whose bill is open cannot be added to a tab, which would charge it a second time', async () => {
  expect(await addToTab(order)).toMatchObject({
    result: { ok: false, error: { code: 'not_now' } },
    dispatched: [],
  })
  for (const billed of [null, { ...order, id: 'ord_2' }]) {
    expect(await addToTab(billed)).toMatchObject({ result: { ok: true }, dispatched: [{ order }] })
  }
})
