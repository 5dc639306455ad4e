import { oneUnit } from './limits.ts'
import type { OrderLine } from './order.ts'

/** One of something that is no item of the catalogue, or of which nothing more is known. */
export const plainLine = (id: string, name: string, unit_amount: number): OrderLine => ({
  id,
  item_id: null,
  name,
  unit_amount,
  price_override: null,
  quantity: oneUnit,
  modifiers: [],
  discount: null,
  note: '',
  tax_rates: [],
  age_check: null,
})
