import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { goodPath } from '../../../../src-main/settings/json-file.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { CatalogueItem } from '../../../../src-shared/pos/catalogue/catalogue.ts'
import { checking } from '../../shared/pos/transition/sale-fixtures.ts'
import { anItem, managerPin, openSellingHarness } from './selling-harness.ts'

async function openShop(...items: readonly CatalogueItem[]) {
  const shop = await openSellingHarness(items.length === 0 ? undefined : items)
  onTestFinished(() => shop.stop())
  return shop
}

const tea = { kind: 'add_item', item_id: 'item_tea', quantity: 1000, unit_amount: null } as const
const itemNames = (shop: Awaited<ReturnType<typeof openShop>>) =>
  shop
    .service()
    .catalogue.present()
    .items.map(({ name }) => name)
const lineOf = (shop: Awaited<ReturnType<typeof openShop>>) => shop.selling().book?.draft.lines[0]?.id ?? ''

const openBill: Bill = {
  id: 'bill_1',
  number: 'KT1001',
  order: null,
  total: 500,
  currency: 'USD',
  note: '',
  opened_at: '2026-03-01T12:00:00.000Z',
  tenders: [],
  status: 'open',
  tab: null,
  link: null,
}

describe('the order that is being rung up', () => {
  test('twenty concurrent scans add twenty items, in their order', async () => {
    const shop = await openShop(anItem(), anItem({ id: 'item_cake', name: 'Cake' }))
    const asked = Array.from({ length: 20 }, (_, n) =>
      shop.request({ ...tea, item_id: n % 2 === 0 ? 'item_tea' : 'item_cake' }),
    )
    expect(await Promise.all(asked)).toEqual(asked.map(() => null))
    expect(shop.lines()).toEqual(['10 Tea', '10 Cake'])
    await shop.restart()
    expect(shop.lines()).toEqual(['10 Tea', '10 Cake'])
  })

  test('a repeated request is carried out once, also after a restart', async () => {
    const shop = await openShop()
    await shop.request(tea, { id: 'tap_1' })
    expect(await shop.request(tea, { id: 'tap_1' })).toBeNull()
    await shop.restart()
    expect(await shop.request(tea, { id: 'tap_1' })).toBeNull()
    expect(shop.lines()).toEqual(['1 Tea'])
  })

  test('after the disk was full for a while, an order continues as it is shown', async () => {
    const shop = await openShop(anItem(), anItem({ id: 'item_cake', name: 'Cake' }))
    const any = await open(shop.paths.orders, 'r')
    const disk = vi.spyOn(Object.getPrototypeOf(any), 'datasync')
    await any.close()
    onTestFinished(() => disk.mockRestore())
    const full = () => disk.mockRejectedValueOnce(new Error('no space left on device'))
    await shop.request(tea)
    for (const _ of ['the line', 'the file that is written anew']) {
      full()
      await expect(shop.request(tea)).rejects.toThrow('no space left')
    }
    await shop.request({ ...tea, item_id: 'item_cake' })
    await shop.request({ ...tea, item_id: 'item_cake' })
    expect(shop.lines()).toEqual(['3 Tea', '2 Cake'])
    await shop.restart()
    expect(shop.lines()).toEqual(['3 Tea', '2 Cake'])
  })

  test("the price is the item's own, whatever price a window sends", async () => {
    const shop = await openShop(anItem(), anItem({ id: 'item_open', name: 'Flowers', price: null }))
    await shop.request({ ...tea, unit_amount: 1 })
    await shop.request({ ...tea, item_id: 'item_open', unit_amount: 1_250 })
    expect(shop.selling().book?.draft.lines.map((line) => line.unit_amount)).toEqual([300, 1_250])
    expect(await shop.request({ ...tea, item_id: 'item_open' })).toMatchObject({ code: 'not_found' })
    expect(await shop.request({ ...tea, item_id: 'item_gone' })).toMatchObject({ code: 'not_found' })
  })

  test('the order of an unpaid link is put on hold once, and can be sold again', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const order = shop.service().toCharge(shop.selling().book?.draft.id ?? '', 300)
    if (order === null) throw new Error('there is no order')
    await shop.service().sold(order.id)
    expect(shop.lines()).toEqual([])
    expect(await shop.service().putAside('link_1', order, 'Maria', 'No sugar')).toBe(true)
    await shop.restart()
    expect(await shop.service().putAside('link_1', order, 'Maria', 'No sugar')).toBe(true)
    const held = shop.service().held()
    expect(held.ok && held.value).toMatchObject([{ name: 'Maria', total: 300, note: 'No sugar' }])
    const again = held.ok ? (held.value[0]?.order_id ?? '') : ''
    await shop.request({ kind: 'resume', order_id: again })
    expect(shop.lines()).toEqual(['1 Tea'])
    await shop.service().sold(again)
    expect(shop.lines()).toEqual([])
  })

  test('nothing can be added while a payment is in progress', async () => {
    const shop = await openShop()
    await shop.request(tea)
    shop.set({ sale: checking() })
    expect(await shop.request(tea)).toMatchObject({ code: 'not_now' })
    expect(shop.lines()).toEqual(['1 Tea'])
  })

  test('nothing can be added to the next order while a bill is still unpaid', async () => {
    const shop = await openShop()
    shop.set({ bill: openBill })
    expect(await shop.request(tea)).toMatchObject({ code: 'not_now' })
    expect(shop.lines()).toEqual([])
  })

  test('an order can be charged only with its own total and id', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const id = shop.selling().book?.draft.id ?? ''
    expect(shop.service().toCharge(id, 300)?.lines).toHaveLength(1)
    expect(shop.service().toCharge(id, 299)).toBeNull()
    expect(shop.service().toCharge('order_other', 300)).toBeNull()
  })

  test('a paid order is cleared, and an unpaid one stays', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const id = shop.selling().book?.draft.id ?? ''
    await shop.service().sold('order_other')
    expect(shop.lines()).toEqual(['1 Tea'])
    await shop.service().sold(id)
    await shop.restart()
    expect(shop.lines()).toEqual([])
    expect(shop.selling().book?.draft.id).not.toBe(id)
  })

  test('a paid order cannot be resumed and charged again, even if it had been put on hold', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const id = shop.selling().book?.draft.id ?? ''
    await shop.request({ kind: 'hold', name: 'Table 4' })
    await shop.request({ ...tea, quantity: 2000 })
    await shop.service().sold(id)
    await shop.restart()
    expect(shop.selling().held).toBe(0)
    expect(await shop.request({ kind: 'clear' })).toBeNull()
    expect(await shop.request({ kind: 'resume', order_id: id })).toMatchObject({ code: 'not_now' })
  })

  test('an order on hold keeps the note of its sale', async () => {
    const shop = await openShop()
    await shop.request(tea)
    await shop.request({ kind: 'hold', name: 'Table 4', note: 'No sugar' })
    await shop.request(tea)
    await shop.request({ kind: 'hold', name: 'Table 5', note: '' })
    await shop.restart()
    const held = shop.service().held()
    expect(held.ok && held.value.map(({ name, note }) => [name, note])).toEqual([
      ['Table 4', 'No sugar'],
      ['Table 5', ''],
    ])
  })

  test('nothing can be held, resumed or removed while a bill is still unpaid', async () => {
    const shop = await openShop()
    await shop.request(tea)
    shop.set({ bill: openBill })
    for (const kind of ['clear', 'put_back'] as const) {
      expect(await shop.request({ kind })).toMatchObject({ code: 'not_now' })
    }
    expect(await shop.request({ kind: 'hold', name: 'Table 4' })).toMatchObject({ code: 'not_now' })
    expect(shop.lines()).toEqual(['1 Tea'])
    expect(shop.selling().held).toBe(0)
  })
})

describe('discounts and prices that need a manager’s approval', () => {
  const half = { kind: 'percent', value: 5_000, reason: '' } as const
  const tenth = { kind: 'percent', value: 1_000, reason: '' } as const

  test('a discount within the limit needs no PIN, and a larger one needs a manager’s PIN', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const line_id = lineOf(shop)
    expect(await shop.request({ kind: 'set_discount', line_id, discount: tenth })).toBeNull()
    const above = { kind: 'set_discount', line_id, discount: half } as const
    expect(await shop.request(above)).toMatchObject({ code: 'pin_needed' })
    expect(await shop.request(above, { pin: '111111' })).toMatchObject({ code: 'pin_wrong' })
    expect(shop.selling().book?.draft.lines[0]?.discount).toMatchObject({ value: 1_000 })
    expect(await shop.request(above, { pin: managerPin })).toBeNull()
    expect(shop.selling().book?.draft.lines[0]?.discount).toEqual({ ...half, reason: 'Discount' })
    expect(shop.audited).toMatchObject([
      { outcome: 'pin_wrong', person_id: 'person_ana', approved_by: null },
      { outcome: 'done', person_id: 'person_ana', approved_by: 'person_mona' },
    ])
  })

  test('a discount of exactly the limit needs no PIN, even if its cents are rounded up', async () => {
    const shop = await openShop(anItem({ price: 995 }))
    shop.set({ settings: { discount_limit: 10 } })
    await shop.request(tea)
    const line_id = lineOf(shop)
    expect(await shop.request({ kind: 'set_discount', line_id, discount: tenth })).toBeNull()
    expect(await shop.request({ kind: 'set_discount', line_id, discount: null })).toBeNull()
    const twentieth = { ...tenth, value: 500 }
    expect(await shop.request({ kind: 'add_discount', discount: twentieth })).toBeNull()
    expect(await shop.request({ kind: 'add_discount', discount: twentieth })).toBeNull()
    const cent = { kind: 'amount', value: 1, reason: '' } as const
    expect(await shop.request({ kind: 'add_discount', discount: cent })).toMatchObject({ code: 'pin_needed' })
    const more = { ...tenth, value: 1_100 }
    expect(await shop.request({ kind: 'set_discount', line_id, discount: more })).toMatchObject({
      code: 'pin_needed',
    })
  })

  test('when the shop requires a reason, a discount without one is refused', async () => {
    const shop = await openShop()
    await shop.request(tea)
    shop.set({ settings: { discount_reasons: true } })
    const refused = { code: 'payload_invalid', message: expect.stringContaining('request.discount.reason') }
    const line_id = lineOf(shop)
    expect(await shop.request({ kind: 'add_discount', discount: tenth })).toMatchObject(refused)
    expect(await shop.request({ kind: 'set_discount', line_id, discount: tenth })).toMatchObject(refused)
    const regular = { ...tenth, reason: 'Regular' }
    expect(await shop.request({ kind: 'set_discount', line_id, discount: regular })).toBeNull()
    expect(await shop.request({ kind: 'set_discount', line_id, discount: null })).toBeNull()
  })

  test('the discounts of an order count together', async () => {
    const shop = await openShop()
    await shop.request(tea)
    expect(await shop.request({ kind: 'add_discount', discount: tenth })).toBeNull()
    expect(await shop.request({ kind: 'add_discount', discount: tenth })).toBeNull()
    expect(await shop.request({ kind: 'add_discount', discount: tenth })).toMatchObject({
      code: 'pin_needed',
    })
  })

  test('a gift card in the order does not reduce the share of a discount on the other items', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const gift_card = { card_id: null, last_four: '' }
    await shop.request({ kind: 'add_gift_card', unit_amount: 100_00, name: 'Gift card', gift_card })
    const free = { kind: 'amount', value: 300, reason: '' } as const
    expect(await shop.request({ kind: 'add_discount', discount: free })).toMatchObject({ code: 'pin_needed' })
    expect(await shop.request({ kind: 'add_discount', discount: tenth })).toBeNull()
  })

  test('a fixed discount becomes a larger share when its line gets smaller', async () => {
    const shop = await openShop()
    await shop.request({ ...tea, quantity: 10_000 })
    const line_id = lineOf(shop)
    const discount = { kind: 'amount', value: 300, reason: '' } as const
    expect(await shop.request({ kind: 'set_discount', line_id, discount })).toBeNull()
    expect(await shop.request({ kind: 'set_quantity', line_id, quantity: 1_000 })).toMatchObject({
      code: 'pin_needed',
    })
  })

  test("another price always needs the PIN, and returning to the item's own price does not", async () => {
    const shop = await openShop()
    shop.set({ settings: { discount_limit: null } })
    await shop.request(tea)
    const line_id = lineOf(shop)
    expect(await shop.request({ kind: 'set_discount', line_id, discount: half })).toBeNull()
    const cheaper = { kind: 'set_price', line_id, unit_amount: 200, reason: 'Dented' } as const
    expect(await shop.request(cheaper)).toMatchObject({ code: 'pin_needed' })
    expect(await shop.request(cheaper, { pin: managerPin })).toBeNull()
    expect(await shop.request({ ...cheaper, unit_amount: null })).toBeNull()
  })

  test('an approved order can be held, resumed and restored without another approval', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const line_id = lineOf(shop)
    await shop.request({ kind: 'set_discount', line_id, discount: half }, { pin: managerPin })
    const order_id = shop.selling().book?.draft.id ?? ''
    expect(await shop.request({ kind: 'hold', name: 'Ana' })).toBeNull()
    expect(await shop.request({ kind: 'resume', order_id })).toBeNull()
    expect(await shop.request({ kind: 'clear' })).toBeNull()
    expect(await shop.request({ kind: 'put_back' })).toBeNull()
    expect(shop.selling().book?.draft.lines[0]?.discount).toMatchObject({ value: 5_000 })
  })

  test('an approval that arrives after the payment has begun changes nothing of the order', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const discount = { kind: 'set_discount', line_id: lineOf(shop), discount: half } as const
    const asked = shop.request(discount, { pin: managerPin })
    shop.set({ bill: openBill })
    expect(await asked).toMatchObject({ code: 'not_now' })
    expect(shop.selling().book?.draft.lines[0]?.discount).toBeNull()
  })

  test('a price that was approved once is approved anew when it becomes another one', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const asked = { kind: 'set_price', line_id: lineOf(shop), unit_amount: 200, reason: 'Dented' } as const
    expect(await shop.request(asked, { pin: managerPin })).toBeNull()
    expect(await shop.request({ kind: 'set_note', line_id: asked.line_id, note: 'Gift' })).toBeNull()
    expect(await shop.request({ ...asked, unit_amount: 100 })).toMatchObject({ code: 'pin_needed' })
  })

  test('an approved discount above the limit is lowered without a PIN, and not raised', async () => {
    const shop = await openShop()
    await shop.request(tea)
    const line_id = lineOf(shop)
    const off = (value: number) => ({ kind: 'set_discount', line_id, discount: { ...half, value } }) as const
    expect(await shop.request(off(5_000), { pin: managerPin })).toBeNull()
    expect(await shop.request(off(6_000))).toMatchObject({ code: 'pin_needed' })
    expect(await shop.request(off(4_000))).toBeNull()
  })

  test('discounts of a cleared order do not add to those of the next one without a PIN', async () => {
    const shop = await openShop()
    await shop.request(tea)
    await shop.request({ kind: 'add_discount', discount: { ...tenth, value: 2_000 } })
    await shop.request({ kind: 'clear' })
    await shop.request({ kind: 'add_discount', discount: { ...tenth, value: 2_000 } })
    expect(await shop.request({ kind: 'put_back' })).toMatchObject({ code: 'pin_needed' })
    expect(await shop.request({ kind: 'put_back' }, { pin: managerPin })).toBeNull()
    expect(shop.selling().book?.draft.discounts).toHaveLength(2)
  })

  test('a discount approved for a cleared order does not apply to other goods without a PIN', async () => {
    const shop = await openShop(anItem(), anItem({ id: 'item_screen', name: 'Screen', price: 900_00 }))
    await shop.request(tea)
    await shop.request({ kind: 'add_discount', discount: half }, { pin: managerPin })
    await shop.request({ kind: 'clear' })
    await shop.request({ ...tea, item_id: 'item_screen' })
    expect(await shop.request({ kind: 'put_back' })).toMatchObject({ code: 'pin_needed' })
  })

  test('a removed line returns with its approved discount, beside other lines', async () => {
    const shop = await openShop(anItem(), anItem({ id: 'item_cake', name: 'Cake' }))
    await shop.request(tea)
    const line_id = lineOf(shop)
    await shop.request({ kind: 'set_discount', line_id, discount: half }, { pin: managerPin })
    await shop.request({ ...tea, item_id: 'item_cake' })
    expect(await shop.request({ kind: 'remove_line', line_id })).toBeNull()
    expect(await shop.request({ kind: 'put_back' })).toBeNull()
    expect(shop.selling().book?.draft.lines[0]?.discount).toMatchObject({ value: 5_000 })
  })
})

describe('a damaged file', () => {
  const keptAside = async (path: string) =>
    (await readdir(dirname(path))).filter((name) => name.includes('unreadable'))

  test('an unreadable line of the orders is kept aside, and the rest is read', async () => {
    const shop = await openShop()
    await shop.request(tea)
    await shop.request({ kind: 'hold', name: 'Ana' })
    await shop.request(tea)
    const text = await readFile(shop.paths.orders, 'utf8')
    await writeFile(shop.paths.orders, text.replace('"hold"', '"hald"'))
    await shop.restart()
    expect(shop.selling().unreadable).toBe(true)
    expect(shop.lines()).toEqual(['2 Tea'])
    expect(await keptAside(shop.paths.orders)).toHaveLength(1)
  })

  const damagedAside = async (path: string) =>
    (await readdir(dirname(path))).filter((name) => name.includes('.damaged-'))

  test('readable items of a damaged catalogue can still be sold', async () => {
    const shop = await openShop(anItem(), anItem({ id: 'item_cake', name: 'Cake' }))
    const text = await readFile(shop.paths.catalogue, 'utf8')
    await writeFile(shop.paths.catalogue, text.replace('300', '-300'))
    await shop.restart()
    expect(shop.selling()).toMatchObject({ unreadable: true, catalogue: 'ready' })
    expect(itemNames(shop)).toEqual(['Cake'])
    expect(await damagedAside(shop.paths.catalogue)).toHaveLength(1)
  })

  test('an unreadable catalogue is replaced by its last good copy', async () => {
    const shop = await openShop(anItem(), anItem({ id: 'item_cake', name: 'Cake' }))
    await writeFile(shop.paths.catalogue, '\u0000\u0000\u0000')
    await shop.restart()
    expect(shop.selling()).toMatchObject({ unreadable: true, catalogue: 'ready' })
    expect(itemNames(shop)).toEqual(['Tea', 'Cake'])
    expect(await damagedAside(shop.paths.catalogue)).toHaveLength(1)
  })

  test('without a good copy, no items are sold, and the counter still works', async () => {
    const shop = await openShop(anItem())
    await writeFile(shop.paths.catalogue, '\u0000')
    await writeFile(goodPath(shop.paths.catalogue), '\u0000')
    await shop.restart()
    expect(shop.selling()).toMatchObject({ unreadable: true, catalogue: 'none' })
    expect(await damagedAside(shop.paths.catalogue)).toHaveLength(1)
  })
})
