import type { CatalogueItem, ItemColour } from '../../src-shared/pos/catalogue/catalogue.ts'
import { snapshots } from './snapshots.ts'
import { answerWith } from './support/fake-bridge.ts'
import type { ScreenHost, ScreenOptions } from './support/screen-host.ts'

const goods = [
  ['Cappuccino', 475, 'Coffee', 'orange'],
  ['Flat white', 450, 'Coffee', 'orange'],
  ['Latte', 450, 'Coffee', 'orange'],
  ['Espresso', 300, 'Coffee', 'orange'],
  ['Cold brew', 420, 'Coffee', 'blue'],
  ['Orange juice', 520, 'Cold drinks', 'yellow'],
  ['Butter croissant', 390, 'Bakery', 'pink'],
  ['Cinnamon roll', 420, 'Bakery', 'pink'],
  ['Granola with yoghurt', 890, 'Breakfast', 'green'],
  ['Avocado toast', 1_150, 'Breakfast', 'green'],
  ['House beans', 1_850, 'To take home', 'purple'],
  ['Gift box', null, 'To take home', 'plain'],
] as const satisfies readonly (readonly [string, number | null, string, ItemColour])[]

const items: readonly CatalogueItem[] = goods.map(([name, price, category, colour], at) => ({
  ...{ id: `item_${at}`, name, price, category, colour, picture: false, quick: true, barcode: '' },
  ...{ tax_rate_ids: [], modifiers: [], groups: [], minimum_age: null, active: true },
}))

/** A coffee shop that sells items, with an order on the screen: what a cashier sees for most of the day. */
export async function showSelling(host: ScreenHost, options?: ScreenOptions): Promise<void> {
  const { selling, ...busy } = snapshots['ready-order-busy']
  await host.show(snapshots.ready, options)
  await answerWith(host.page, { replies: { 'catalogue.read': JSON.stringify({ items, tax_rates: [] }) } })
  const settings = { ...snapshots.ready.settings, cash: true }
  await host.change(
    { ...snapshots.ready, settings, selling: { ...selling, revision: busy.revision } },
    options,
  )
  await host.page
    .getByRole('button', { name: items[0]?.name ?? '' })
    .first()
    .waitFor()
}
