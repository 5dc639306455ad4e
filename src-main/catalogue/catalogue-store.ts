import {
  type Catalogue,
  type CatalogueItem,
  type CatalogueTrouble,
  catalogueSchema,
} from '../../src-shared/pos/catalogue/catalogue.ts'
import { catalogueTrouble, itemTrouble } from '../../src-shared/pos/catalogue/catalogue-trouble.ts'
import type { ImportPreview } from '../../src-shared/pos/catalogue/import-preview.ts'
import { emptyCatalogue } from '../../src-shared/pos/catalogue/look-up.ts'
import type { TaxRate } from '../../src-shared/pos/order/order.ts'
import { createTurns } from '../async/in-turn.ts'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import { openPictures, type Pictures } from './pictures.ts'
import { readCatalogue } from './read-catalogue.ts'

/** The shop's items, in one file that is replaced as a whole: they seldom change, and all are read at the start. */
export interface CatalogueStore {
  present(): Catalogue
  /** Whether part of the file could not be read. */
  readonly damaged: boolean
  readonly pictures: Pick<Pictures, 'read'>
  /** @param picture a data URL; null removes the picture; undefined leaves it unchanged */
  saveItem(
    item: Omit<CatalogueItem, 'picture'>,
    picture: string | null | undefined,
  ): Promise<CatalogueTrouble | { readonly kind: 'no_picture' } | null>
  removeItem(id: string): Promise<boolean>
  /** Removed rates are also removed from the items. */
  saveTaxRates(rates: readonly TaxRate[]): Promise<CatalogueTrouble | null>
  previewImport(text: string): Promise<ImportPreview>
  /** Imports every line without an error. */
  import(text: string): Promise<ImportPreview>
  /** Exports as CSV. */
  export(): Promise<string>
}

export async function openCatalogueStore(options: {
  readonly path: string
  readonly pictures: string
  readonly newId: () => string
  readonly onChange: (catalogue: Catalogue) => void
  readonly log: Log
}): Promise<CatalogueStore> {
  const { newId, log } = options
  const read = await readCatalogue(options.path, log)
  const file = jsonFile(options.path, catalogueSchema, emptyCatalogue, {
    keepsGood: true,
    unread: read.unread === true,
  })
  const pictures = openPictures(options.pictures)
  let catalogue = read.catalogue

  /** Writes the file first: a change that could not be written must not be sold. */
  async function replace(next: Catalogue): Promise<void> {
    await file.write(next)
    catalogue = next
    options.onChange(next)
  }

  const { inTurn } = createTurns()
  async function checked(next: Catalogue): Promise<CatalogueTrouble | null> {
    const trouble = catalogueTrouble(next)
    if (trouble === null) await replace(next)
    return trouble
  }

  return {
    present: () => catalogue,
    damaged: read.damaged,
    pictures,
    saveItem: (item, picture) =>
      inTurn(async () => {
        const before = catalogue.items.find(({ id }) => id === item.id)
        const withPicture = picture === undefined ? (before?.picture ?? false) : picture !== null
        const saved = { ...item, picture: withPicture }
        const items =
          before === undefined
            ? [...catalogue.items, saved]
            : catalogue.items.map((other) => (other === before ? saved : other))
        const next = { ...catalogue, items }
        const trouble = itemTrouble(saved, next)
        if (trouble !== null) return trouble
        // Before the item that uses it: a picture without its item does no harm.
        if (typeof picture === 'string' && !(await pictures.keep(item.id, picture)))
          return { kind: 'no_picture' }
        await replace(next)
        if (picture === null) await pictures.remove(item.id)
        return null
      }),
    removeItem: (id) =>
      inTurn(async () => {
        const items = catalogue.items.filter((item) => item.id !== id)
        if (items.length === catalogue.items.length) return false
        await replace({ ...catalogue, items })
        await pictures.remove(id)
        return true
      }),
    saveTaxRates: (tax_rates) =>
      inTurn(() => {
        const ids = new Set(tax_rates.map(({ id }) => id))
        const items = catalogue.items.map((item) =>
          item.tax_rate_ids.every((id) => ids.has(id))
            ? item
            : { ...item, tax_rate_ids: item.tax_rate_ids.filter((id) => ids.has(id)) },
        )
        return checked({ items, tax_rates })
      }),
    previewImport: async (text) => (await planner())(catalogue, text, newId).preview,
    import: (text) =>
      inTurn(async () => {
        const plan = (await planner())(catalogue, text, newId)
        const isChanged = plan.preview.kind === 'readable' && plan.preview.added + plan.preview.changed > 0
        if (isChanged) await replace(plan.catalogue)
        log.info({ preview: { ...plan.preview, errors: undefined } }, 'catalogue.imported')
        return plan.preview
      }),
    export: async () => (await import('./write-csv.ts')).writeCsv(catalogue),
  }
}

/** The import code is loaded on demand, since imports are rare. */
const planner = async () => (await import('./plan-import.ts')).planImport
