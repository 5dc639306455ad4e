import { z } from 'zod'
import { reply } from '../command-row.ts'
import { taxRateSchema } from '../order/order.ts'
import { type CatalogueTrouble, catalogueItemFields } from './catalogue.ts'
import type { ImportPreview } from './import-preview.ts'

const itemId = z.string().min(1).max(64)

/** 5,000 items with long names take less than 2 MB. */
const csvText = z.string().max(4_000_000)

/** Commands about items: rows of posCommands. */
export const catalogueCommands = {
  /** A `Catalogue` as JSON: sending 5,000 items as objects would copy them twice and block both processes. */
  'catalogue.read': { right: 'sell', reply: reply<string>() },
  /** The pictures of these items as data URLs, by id. */
  'catalogue.pictures': {
    right: 'sell',
    payload: z.strictObject({ item_ids: z.array(itemId).max(100) }),
    reply: reply<Readonly<Record<string, string>>>(),
  },
  /** Saves a new or an existing item. Replies with the reason if it is invalid; null if it was saved. */
  'catalogue.save_item': {
    right: 'edit_items',
    payload: z.strictObject({
      item: z.strictObject(catalogueItemFields).omit({ picture: true }),
      /** A data URL; null removes the picture; absent keeps it. */
      picture: z
        .string()
        .max(140_000)
        .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/)
        .nullable()
        .optional(),
    }),
    reply: reply<CatalogueTrouble | { readonly kind: 'no_picture' } | null>(),
  },
  'catalogue.remove_item': {
    right: 'edit_items',
    payload: z.strictObject({ item_id: itemId }),
    audited: ['item_id'],
  },
  'catalogue.save_tax_rates': {
    right: 'edit_items',
    payload: z.strictObject({ tax_rates: z.array(taxRateSchema).max(20) }),
    reply: reply<CatalogueTrouble | null>(),
  },
  /** Previews the import of a CSV file of items; changes nothing. */
  'catalogue.preview_import': {
    right: 'edit_items',
    payload: z.strictObject({ text: csvText }),
    reply: reply<ImportPreview>(),
  },
  /** Imports the lines of a CSV file that have no error. */
  'catalogue.import': {
    right: 'edit_items',
    payload: z.strictObject({ text: csvText }),
    reply: reply<ImportPreview>(),
  },
  /** Asks the person for a file, and writes all items to it as CSV. */
  'catalogue.export': { right: 'edit_items', reply: reply<{ readonly saved: boolean }>() },
} as const
