import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { ok } from '../../src-shared/result.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { PosHandlers } from './command-answerer.ts'

type SellingHandlers = Pick<PosHandlers, PosCommandName & `${'catalogue' | 'order'}.${string}`>

/** The commands on the catalogue and on the order that is rung up. */
export function sellingHandlers(
  selling: Pick<SellingArea, 'service'>,
  saveFile: (name: string, text: string) => Promise<boolean>,
): SellingHandlers {
  const catalogue = async () => (await selling.service()).catalogue
  return {
    'order.change': async (asked) => (await selling.service()).change(asked),
    'order.held': async () => (await selling.service()).held(),
    'catalogue.read': async () => ok(JSON.stringify((await catalogue()).present())),
    'catalogue.pictures': async ({ item_ids }) => ok(await (await catalogue()).pictures.read(item_ids)),
    'catalogue.save_item': async ({ item, picture }) => ok(await (await catalogue()).saveItem(item, picture)),
    'catalogue.remove_item': async ({ item_id }) =>
      (await (await catalogue()).removeItem(item_id))
        ? ok(null)
        : refuse('not_found', 'there is no such item'),
    'catalogue.save_tax_rates': async ({ tax_rates }) =>
      ok(await (await catalogue()).saveTaxRates(tax_rates)),
    'catalogue.preview_import': async ({ text }) => ok(await (await catalogue()).previewImport(text)),
    'catalogue.import': async ({ text }) => ok(await (await catalogue()).import(text)),
    'catalogue.export': async () =>
      ok({ saved: await saveFile('items.csv', await (await catalogue()).export()) }),
  }
}
