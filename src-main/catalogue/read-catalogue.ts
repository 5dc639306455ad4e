import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import {
  type Catalogue,
  type CatalogueItem,
  catalogueItemSchema,
  mostItems,
} from '../../src-shared/pos/catalogue/catalogue.ts'
import { barcodeKey, emptyCatalogue } from '../../src-shared/pos/catalogue/look-up.ts'
import { type TaxRate, taxRateSchema } from '../../src-shared/pos/order/order.ts'
import { inParts } from '../async/in-parts.ts'
import type { Log } from '../log.ts'
import { putAside, reportDamagedFile } from '../settings/damaged-files.ts'
import { goodPath, keepGood } from '../settings/json-file.ts'

const fileSchema = z.object({ items: z.array(z.unknown()), tax_rates: z.array(z.unknown()) })

/** Reads the file. Unreadable parts are left out, and the original file is kept beside it. */
export async function readCatalogue(
  path: string,
  log: Log,
): Promise<{
  readonly catalogue: Catalogue
  readonly damaged: boolean
  /** Whether the unreadable file exists only in its original place. */
  readonly unread?: boolean
}> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { catalogue: emptyCatalogue, damaged: false }
    log.error({ err: error }, 'catalogue.unreadable')
    const good = await lastGood(path)
    const used = good === null ? 'defaults' : 'last_good'
    reportDamagedFile(path, { what: 'unreadable', field: null, used, aside: null })
    return { catalogue: good ?? emptyCatalogue, damaged: true, unread: true }
  }
  const found = await parsed(text)
  if (found !== null && !found.damaged) {
    if (!existsSync(goodPath(path))) await keepGood(path)
    return found
  }
  const aside = await putAside(path, false)
  const good = found === null ? await lastGood(path) : null
  const catalogue = found?.catalogue ?? good ?? emptyCatalogue
  const used = found !== null ? 'rest' : good !== null ? 'last_good' : 'defaults'
  const what = found !== null || isJson(text) ? 'field' : 'not_json'
  reportDamagedFile(path, { what, field: found?.field ?? null, used, aside })
  log.error({ aside, items: catalogue.items.length }, 'catalogue.unreadable')
  return { catalogue, damaged: true, unread: aside === null }
}

async function lastGood(path: string): Promise<Catalogue | null> {
  const text = await readFile(goodPath(path), 'utf8').catch(() => null)
  const found = text === null ? null : await parsed(text)
  return found === null || found.damaged ? null : found.catalogue
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Items parsed per turn of the event loop, a few milliseconds: selling goes on meanwhile. */
const itemsInTurn = 200

async function parsed(
  text: string,
): Promise<{ catalogue: Catalogue; damaged: boolean; field: string | null } | null> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const file = fileSchema.safeParse(json)
  if (!file.success) return null
  const tax_rates = file.data.tax_rates.flatMap((one): TaxRate[] =>
    orNothing(taxRateSchema.safeParse(one).data),
  )
  const rateIds = new Set(tax_rates.map(({ id }) => id))
  const barcodes = new Set<string>()
  const items: CatalogueItem[] = []
  for await (const part of inParts(file.data.items, itemsInTurn)) {
    for (const one of part) {
      const item = catalogueItemSchema.safeParse(one).data
      if (item === undefined || item.tax_rate_ids.some((id) => !rateIds.has(id))) continue
      if (item.barcode !== '' && barcodes.has(barcodeKey(item.barcode))) continue
      barcodes.add(barcodeKey(item.barcode))
      items.push(item)
    }
  }
  const damaged = items.length < file.data.items.length || tax_rates.length < file.data.tax_rates.length
  const field = !damaged ? null : tax_rates.length < file.data.tax_rates.length ? 'tax_rates' : 'items'
  return { catalogue: { items: items.slice(0, mostItems), tax_rates }, damaged, field }
}

const orNothing = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value])
