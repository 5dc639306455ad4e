import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { offered } from './gift-cards.ts'
import { rungUp } from './rung-up.ts'

const tax = [{ id: 'tax_1', name: 'Sales tax', rate: 8_875, inclusive: false }]

const plain = [
  ['Cappuccino', 475, 1],
  ['Butter croissant', 390, 3],
  ['Flat white', 450, 2],
  ['Orange juice', 520, 1],
  ['Granola with yoghurt', 890, 1],
  ['Harbor Street house beans, whole, roasted this week', 1_850, 1],
] as const

/** A typical order: six lines without changes, with tax. */
const lines = plain.map(([name, unit_amount, count], index) => ({
  ...rungUp.draft.lines[1],
  id: `line_${index + 1}`,
  item_id: `item_${index + 1}`,
  name,
  unit_amount,
  quantity: count * 1_000,
  price_override: null,
  tax_rates: tax,
}))

/** A counter with every option: cash, gift cards, tabs, a customer, and orders on hold. */
export const busyOrder = (base: Snapshot): Snapshot => ({
  ...base,
  settings: { ...base.settings, cash: true, tabs: true },
  gift_cards: offered,
  customer: {
    id: 'cus_1',
    name: 'Ana Sofía Featherstonehaugh-Montgomery',
    email: 'ana@example.com',
    phone: '+14155550133',
    locale: null,
    receipt: null,
  },
  selling: {
    ...base.selling,
    catalogue: 'ready',
    held: 2,
    book: { ...rungUp, draft: { ...rungUp.draft, lines, discounts: [] } },
  },
})
