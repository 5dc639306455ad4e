import type { Catalogue } from '../../../src-shared/pos/catalogue/catalogue.ts'
import { plainLine } from '../../../src-shared/pos/order/plain-line.ts'
import type { Trade } from '../day/customers.ts'

const tax = { id: 'tax', name: 'Sales tax', rate: 8_875, inclusive: false }
const vat = { id: 'vat', name: 'VAT', rate: 19_000, inclusive: true }

const goods = [
  { name: 'Latte', price: 450, rates: [tax] },
  { name: 'Croissant', price: 325, rates: [] },
  { name: 'House beans', price: 1_800, rates: [tax] },
  { name: 'Mug', price: 1_249, rates: [vat] },
  { name: 'Poster', price: 2_475, rates: [tax, vat] },
] as const

/** The items beside the keypad. */
export const catalogue: Catalogue = {
  tax_rates: [tax, vat],
  items: goods.map(({ name, price, rates }, index) => ({
    ...{ id: `item_${index}`, name, price, category: '', colour: 'plain', picture: false, quick: true },
    ...{ barcode: '', tax_rate_ids: rates.map(({ id }) => id), modifiers: [], groups: [] },
    ...{ minimum_age: null, active: true },
  })),
}

/** What can be done on the screen: items, a typed amount, and most of the ways to pay. */
export const windowTrade: Trade = {
  tenders: [
    ...['card', 'cash', 'split', 'partial', 'declined', 'tab'],
    ...['tab_given_back', 'link', 'link_in_part', 'link_withdrawn', 'free'],
  ] as Trade['tenders'],
  goods({ below }, count) {
    const first = below(goods.length)
    const lines = goods.map(({ name, price, rates }, index) => ({
      ...plainLine(`line_${index}`, name, price),
      item_id: `item_${index}`,
      tax_rates: rates,
    }))
    return Array.from({ length: Math.min(count, goods.length) }, (_, index) => {
      const line = lines[(first + index) % goods.length]
      if (line === undefined) throw new Error('there are no goods')
      return line
    })
  },
  troubles: ['kill_pos', 'kill_pos', 'kill_service'],
  troubled: 0.3,
  longestMs: 2_500,
}
