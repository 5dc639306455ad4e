import { readFile, writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { CatalogueItem } from '../../../../src-shared/pos/catalogue/catalogue.ts'
import { anItem, openSellingHarness } from './selling-harness.ts'

async function openShop(...items: readonly CatalogueItem[]) {
  const shop = await openSellingHarness(items)
  onTestFinished(() => shop.stop())
  return shop
}
const add = { kind: 'add_item', item_id: 'item_tea', quantity: 1000, unit_amount: null } as const
const sizes = {
  name: 'Size',
  min: 1,
  max: 1,
  options: [
    { name: 'Small', amount: 0 },
    { name: 'Large', amount: 50 },
  ],
}

test('an item that requires a size can be added only with one size', async () => {
  const shop = await openShop(anItem({ groups: [sizes] }))
  for (const names of [undefined, [], ['Small', 'Large'], ['Huge']]) {
    const request = names === undefined ? add : { ...add, names }
    expect(await shop.request(request)).toMatchObject({ code: 'not_found' })
  }
  expect(await shop.request({ ...add, names: ['Large'] })).toBeNull()
  expect(await shop.request({ ...add, names: ['Large'] })).toBeNull()
  expect(await shop.request({ ...add, names: ['Small'] })).toBeNull()
  expect(shop.lines()).toEqual(['2 Tea', '1 Tea'])
  const line_id = shop.selling().book?.draft.lines[1]?.id ?? ''
  expect(await shop.request({ kind: 'set_modifiers', line_id, names: [] })).toMatchObject({
    code: 'not_found',
  })
  expect(await shop.request({ kind: 'set_modifiers', line_id, names: ['Large'] })).toBeNull()
  await shop.restart()
  expect(shop.selling().book?.draft.lines.map(({ modifiers }) => modifiers)).toEqual([
    [{ name: 'Large', amount: 50 }],
    [{ name: 'Large', amount: 50 }],
  ])
})

test('an item with an age limit is added after an age check, made once per sale and stored with each line', async () => {
  const shop = await openShop(
    anItem({ minimum_age: 18 }),
    anItem({ id: 'item_wine', name: 'Wine', minimum_age: 16 }),
    anItem({ id: 'item_spirit', name: 'Spirit', minimum_age: 21 }),
  )
  expect(await shop.request(add)).toMatchObject({ code: 'not_found' })
  expect(shop.lines()).toEqual([])
  expect(await shop.request({ ...add, of_age: true })).toBeNull()
  expect(await shop.request(add)).toBeNull()
  expect(await shop.request({ ...add, item_id: 'item_wine' })).toBeNull()
  expect(await shop.request({ ...add, item_id: 'item_spirit' })).toMatchObject({ code: 'not_found' })
  expect(shop.lines()).toEqual(['2 Tea', '1 Wine'])
  await shop.restart()
  const check = {
    minimum_age: 18,
    at: '2026-03-01T12:00:00.000Z',
    born_by: expect.stringMatching(/^2008-0[23]-/),
  }
  const order = shop.service().toCharge(shop.selling().book?.draft.id ?? '', 900)
  expect(order?.lines.map(({ age_check }) => age_check)).toEqual([check, check])
  await shop.service().sold(order?.id ?? '')
  expect(await shop.request(add)).toMatchObject({ code: 'not_found' })
})

test('items and orders of an earlier version without option groups and ages are read unchanged', async () => {
  const shop = await openShop(anItem())
  await shop.request(add)
  for (const path of [shop.paths.catalogue, shop.paths.orders]) {
    const text = await readFile(path, 'utf8')
    const earlier = text.replace(/,\s*"(groups":\s*\[\]|minimum_age":\s*null|age_check":\s*null)/g, '')
    expect(earlier).not.toBe(text)
    await writeFile(path, earlier)
  }
  await shop.restart()
  expect(shop.selling()).toMatchObject({ unreadable: false })
  expect(shop.lines()).toEqual(['1 Tea'])
  expect(shop.service().catalogue.present().items).toEqual([anItem()])
})
