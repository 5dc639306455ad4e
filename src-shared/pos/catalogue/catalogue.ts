import { z } from 'zod'
import { minimumAgeSchema, modifierSchema, taxRateSchema, unitAmountSchema } from '../order/order.ts'
import { optionGroupSchema } from './option-group.ts'

/** What a shop sells, besides amounts typed on the keypad. Most shops have none of it. */
export const mostItems = 5_000

export const itemColours = ['plain', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const
export type ItemColour = (typeof itemColours)[number]

const idSchema = z.string().min(1).max(64)

export const catalogueItemFields = {
  id: idSchema,
  name: z.string().trim().min(1).max(100),
  /** Of one unit, cents; null where the cashier types it at each sale. */
  price: unitAmountSchema.nullable(),
  category: z.string().trim().max(40),
  colour: z.enum(itemColours),
  /** Whether there is a picture; it is kept apart, and shown in place of the colour. */
  picture: z.boolean(),
  /** Shown on the first page of the counter. */
  quick: z.boolean(),
  /** As printed: EAN, UPC or any text; empty for none. */
  barcode: z.string().trim().max(80),
  tax_rate_ids: z.array(idSchema).max(5).readonly(),
  modifiers: z.array(modifierSchema).max(20).readonly(),
  /** What is asked when it is rung up. */
  groups: z.array(optionGroupSchema).max(6).readonly().default([]),
  /** The customer must be so old, years; null: anybody may buy it. */
  minimum_age: minimumAgeSchema.nullable().default(null),
  /** Not sold at present, and not shown at the counter. */
  active: z.boolean(),
}
export const catalogueItemSchema = z.strictObject(catalogueItemFields).readonly()
export type CatalogueItem = z.infer<typeof catalogueItemSchema>

export const catalogueSchema = z.strictObject({
  items: z.array(catalogueItemSchema).max(mostItems).readonly(),
  tax_rates: z.array(taxRateSchema).max(20).readonly(),
})
export type Catalogue = z.infer<typeof catalogueSchema>

/** Why a catalogue may not become so; the words are the page's. */
export type CatalogueTrouble =
  | { readonly kind: 'barcode_taken'; readonly item_id: string; readonly by: string }
  | { readonly kind: 'too_many_items' }
  | { readonly kind: 'tax_rates_above_whole'; readonly item_id: string }
  | { readonly kind: 'tax_rate_missing'; readonly item_id: string }
  /** A group asks for more than it has, or an option's name is there twice. */
  | { readonly kind: 'groups_unusable'; readonly item_id: string }
