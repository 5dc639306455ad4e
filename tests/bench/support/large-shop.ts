import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { dataPaths } from '../../../src-main/paths.ts'
import type { Catalogue } from '../../../src-shared/pos/catalogue/catalogue.ts'
import type { OrderBook } from '../../../src-shared/pos/order/order-book.ts'

const itemCount = 5_000
const heldCount = 200

/** Writes the maximum number of items and held orders into the app's files. */
export function fillShop(userData: string): void {
  const { catalogue, orders } = dataPaths(userData)
  for (const path of [catalogue, orders]) mkdirSync(dirname(path), { recursive: true })
  writeFileSync(catalogue, JSON.stringify(largeCatalogue()))
  writeFileSync(orders, `${JSON.stringify({ book: largeBook() })}\n`)
}

export const barcodeOf = (index: number): string => String(4_000_000_000_000 + index)

const largeCatalogue = (): Catalogue => ({
  tax_rates: [{ id: 'tax_1', name: 'Sales tax', rate: 8_875, inclusive: false }],
  items: Array.from({ length: itemCount }, (_, index) => ({
    id: `item_${index}`,
    name: `Item ${index} of the large shop`,
    price: 100 + index,
    category: `Category ${index % 12}`,
    colour: 'plain',
    picture: false,
    quick: index < 40,
    barcode: barcodeOf(index),
    tax_rate_ids: ['tax_1'],
    modifiers: [{ name: 'Large', amount: 50 }],
    groups: [],
    minimum_age: null,
    active: true,
  })),
})

const largeBook = (): OrderBook => ({
  draft: { id: 'order_draft', lines: [], discounts: [] },
  removed: null,
  made: [],
  held: Array.from({ length: heldCount }, (_, index) => ({
    name: `Table ${index}`,
    held_at: '2026-03-01T12:00:00.000Z',
    order: {
      id: `order_${index}`,
      discounts: [],
      lines: Array.from({ length: 10 }, (_line, line) => ({
        id: `line_${index}_${line}`,
        item_id: `item_${line}`,
        name: `Item ${line} of the large shop`,
        unit_amount: 100 + line,
        price_override: null,
        quantity: 1_000,
        modifiers: [],
        age_check: null,
        discount: null,
        note: '',
        tax_rates: [],
      })),
    },
  })),
})
