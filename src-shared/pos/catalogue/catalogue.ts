import { z } from 'zod'
import { minimumAgeSchema, modifierSchema, taxRateSchema, unitAmountSchema } from '../order/order.ts'
import { optionGroupSchema } from './option-group.ts'

/** Maximum number of items. Most shops sell only typed amounts and have none. */
export const mostItems = 5_000

export const itemColours = ['plain', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const
export type ItemColour = (typeof itemColours)[number]

const idSchema = z.string().min(1).max(64)

export const catalogueItemFields = {
  id: idSchema,
  name: z.string().trim().min(1).max(100),
  /** Price of one unit, in cents; null if the cashier types it at each sale. */
  price: unitAmountSchema.nullable(),
  category: z.string().trim().max(40),
  colour: z.enum(itemColours),
  /** Whether there is a picture, which is stored separately and shown instead of the colour. */
  picture: z.boolean(),
  /** Whether it is shown on the first page of the counter. */
  quick: z.boolean(),
  /** The printed code: EAN, UPC or any text; empty for none. */
  barcode: z.string().trim().max(80),
  tax_rate_ids: z.array(idSchema).max(5).readonly(),
  modifiers: z.array(modifierSchema).max(20).readonly(),
  /** Choices to offer when the item is rung up. */
  groups: z.array(optionGroupSchema).max(6).readonly().default([]),
  /** Minimum age of the customer, in years; null if there is none. */
  minimum_age: minimumAgeSchema.nullable().default(null),
  /** False: not sold at present, and hidden at the counter. */
  active: z.boolean(),
}
export const catalogueItemSchema = z.strictObject(catalogueItemFields).readonly()
export type CatalogueItem = z.infer<typeof catalogueItemSchema>

export const catalogueSchema = z.strictObject({
  items: z.array(catalogueItemSchema).max(mostItems).readonly(),
  tax_rates: z.array(taxRateSchema).max(20).readonly(),
})
export type Catalogue = z.infer<typeof catalogueSchema>

/** Why a catalogue would be invalid; the page has the texts. */
export type CatalogueTrouble =
  | { readonly kind: 'barcode_taken'; readonly item_id: string; readonly by: string }
  | { readonly kind: 'too_many_items' }
  | { readonly kind: 'tax_rates_above_whole'; readonly item_id: string }
  | { readonly kind: 'tax_rate_missing'; readonly item_id: string }
  /** A group requires more options than it has, or two options have the same name. */
  | { readonly kind: 'groups_unusable'; readonly item_id: string }
