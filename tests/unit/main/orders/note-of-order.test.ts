import { expect, onTestFinished, test } from 'vitest'
import { openSellingHarness } from './selling-harness.ts'

const tea = { kind: 'add_item', item_id: 'item_tea', quantity: 1000, unit_amount: null } as const

test('the note of an order that is rung up survives a restart, and leaves with the order', async () => {
  const shop = await openSellingHarness()
  onTestFinished(() => shop.stop())
  const noteOf = () => shop.selling().book?.note ?? ''
  const write = (note: string) =>
    shop.request({ kind: 'set_sale_note', order_id: shop.selling().book?.draft.id ?? '', note })
  await shop.request(tea)
  expect(await write('No sugar')).toBeNull()
  await shop.restart()
  expect(noteOf()).toBe('No sugar')
  await shop.request({ kind: 'hold', name: 'Table 4', note: noteOf() })
  expect(noteOf()).toBe('')
  const held = shop.service().held()
  const [{ order_id = '' } = {}] = held.ok ? held.value : []
  expect(await shop.request({ kind: 'set_sale_note', order_id, note: 'Of another order' })).not.toBeNull()
  await shop.request({ kind: 'resume', order_id })
  await shop.restart()
  expect(noteOf()).toBe('No sugar')
  await shop.request({ kind: 'clear' })
  expect(noteOf()).toBe('')
  await shop.request(tea)
  await write('Paid')
  await shop.service().sold(shop.selling().book?.draft.id ?? '')
  expect(noteOf()).toBe('')
})
