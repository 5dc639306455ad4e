import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { encode as encodeJpeg } from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { type CatalogueStore, openCatalogueStore } from '../../../../src-main/catalogue/catalogue-store.ts'
import { pictureType } from '../../../../src-main/catalogue/check-picture.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { anItem } from '../orders/selling-harness.ts'
import { quietLog } from '../support/service.ts'

const openIn = (folder: string): Promise<CatalogueStore> =>
  openCatalogueStore({
    path: join(folder, 'items.json'),
    pictures: join(folder, 'pictures'),
    newId: () => 'new',
    onChange: () => undefined,
    log: quietLog,
  })

const pixels = (side: number) => ({ width: side, height: side, data: Buffer.alloc(side * side * 4, 200) })
const png = (side: number) => Buffer.from(encode(pixels(side)))
const jpeg = (side: number) => Buffer.from(encodeJpeg(pixels(side), 60).data)
const url = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`

describe('a catalogue on the disk', () => {
  test('items, tax rates and pictures are still there after a restart', async () => {
    const folder = await temporaryFolder('countertop-catalogue')
    const store = await openIn(folder)
    await store.saveTaxRates([{ id: 'tax_1', name: 'City', rate: 8_875, inclusive: false }])
    const { picture: _, ...item } = anItem({ tax_rate_ids: ['tax_1'] })
    expect(await store.saveItem(item, url(png(32)))).toBeNull()
    const again = await openIn(folder)
    expect(again.damaged).toBe(false)
    expect(again.present()).toEqual({
      items: [{ ...item, picture: true }],
      tax_rates: store.present().tax_rates,
    })
    expect(await again.pictures.read(['item_tea', 'item_other'])).toEqual({ item_tea: url(png(32)) })
    expect(await again.removeItem('item_tea')).toBe(true)
    expect(await again.pictures.read(['item_tea'])).toEqual({})
  })

  test('reading many items lets other work run in between, and keeps their order', async () => {
    const folder = await temporaryFolder('countertop-catalogue')
    const items = Array.from({ length: 1_000 }, (_, index) => anItem({ id: `item_${index}`, barcode: '' }))
    await writeFile(join(folder, 'items.json'), JSON.stringify({ items, tax_rates: [] }))
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    }, 0)
    const opening = openIn(folder)
    const store = await opening.finally(() => clearInterval(count))
    expect(store.present().items).toEqual(items)
    expect(store.damaged).toBe(false)
    expect(turns).toBeGreaterThan(3)
  })

  test('a file with a card number in one line changes nothing, not even by its other lines', async () => {
    const folder = await temporaryFolder('countertop-catalogue')
    const store = await openIn(folder)
    const preview = await store.import('name\nTea\n4111 1111 1111 1111\n')
    expect(preview).toEqual({ kind: 'unreadable', reason: 'card_data', line: 3, column: 'name' })
    expect(store.present().items).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  test('a barcode belongs to one item, also as UPC and EAN of the same number', async () => {
    const store = await openIn(await temporaryFolder('countertop-catalogue'))
    const { picture: _, ...item } = anItem({ barcode: '036000291452' })
    await store.saveItem(item, undefined)
    expect(await store.saveItem({ ...item, id: 'item_2', barcode: '0036000291452' }, undefined)).toEqual({
      kind: 'barcode_taken',
      item_id: 'item_2',
      by: 'Tea',
    })
    expect(store.present().items).toHaveLength(1)
    // Also when the saved item comes before the item that has the barcode.
    await store.saveItem({ ...item, id: 'item_2', name: 'Cake', barcode: '4006381333931' }, undefined)
    expect(await store.saveItem({ ...item, barcode: '4006381333931' }, undefined)).toEqual({
      kind: 'barcode_taken',
      item_id: 'item_tea',
      by: 'Cake',
    })
  })

  test('deleting a tax rate removes it from all items', async () => {
    const store = await openIn(await temporaryFolder('countertop-catalogue'))
    const rate = { id: 'tax_1', name: 'City', rate: 8_875, inclusive: false }
    await store.saveTaxRates([rate, { ...rate, id: 'tax_2' }])
    const { picture: _, ...item } = anItem({ tax_rate_ids: ['tax_1', 'tax_2'] })
    await store.saveItem(item, undefined)
    await store.saveTaxRates([rate])
    expect(store.present().items[0]?.tax_rate_ids).toEqual(['tax_1'])
  })

  test('an invalid picture is refused together with its item', async () => {
    const store = await openIn(await temporaryFolder('countertop-catalogue'))
    const { picture: _, ...item } = anItem()
    expect(await store.saveItem(item, url(Buffer.from('<svg onload="x">')))).toEqual({ kind: 'no_picture' })
    expect(store.present().items).toEqual([])
  })
})

describe('the type of a picture', () => {
  test('the type of a picture is determined by its content, not its name', () => {
    expect(pictureType(png(10))).toBe('png')
    expect(pictureType(jpeg(10))).toBe('jpeg')
    const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')
    expect(pictureType(webp)).toBe('webp')
    expect(pictureType(Buffer.from('GIF89a\x01\x00\x01\x00'))).toBeNull()
    expect(pictureType(Buffer.alloc(0))).toBeNull()
  })

  test('a picture with more pixels or bytes than a tile needs is refused', () => {
    const huge = png(8)
    huge.writeUInt32BE(50_000, 16)
    expect(pictureType(huge)).toBeNull()
    expect(pictureType(Buffer.concat([png(8), Buffer.alloc(100_000)]))).toBeNull()
  })
})
