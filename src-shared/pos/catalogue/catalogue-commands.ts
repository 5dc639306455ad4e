import { z } from 'zod'
import { reply } from '../command-row.ts'
import { taxRateSchema } from '../order/order.ts'
import { type CatalogueTrouble, catalogueItemFields } from './catalogue.ts'
import type { ImportPreview } from './import-preview.ts'

const itemId = z.string().min(1).max(64)

/** 5,000 items with long names are below 2 MB. */
const csvText = z.string().max(4_000_000)

/** What the windows ask about items: rows of posCommands. */
export const catalogueCommands = {
  /** A `Catalogue` as JSON: 5,000 items as objects would be copied twice on their way, while both sides stand still. */
  'catalogue.read': { right: 'sell', reply: reply<string>() },
  /** The pictures of these items as data URLs, by id. */
  'catalogue.pictures': {
    right: 'sell',
    payload: z.strictObject({ item_ids: z.array(itemId).max(100) }),
    reply: reply<Readonly<Record<string, string>>>(),
  },
  /** A new item, or one that is there already. Answers why it may not be so; null when it was saved. */
  'catalogue.save_item': {
    right: 'edit_items',
    payload: z.strictObject({
      item: z.strictObject(catalogueItemFields).omit({ picture: true }),
      /** A data URL; null takes the picture away; absent leaves it. */
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
  /** What a CSV file of items would do; nothing is changed. */
  'catalogue.preview_import': {
    right: 'edit_items',
    payload: z.strictObject({ text: csvText }),
    reply: reply<ImportPreview>(),
  },
  /** Takes the lines of a CSV file that have no error. */
  'catalogue.import': {
    right: 'edit_items',
    payload: z.strictObject({ text: csvText }),
    reply: reply<ImportPreview>(),
  },
  /** Asks the person where to, and writes all items there as CSV. */
  'catalogue.export': { right: 'edit_items', reply: reply<{ readonly saved: boolean }>() },
} as const
