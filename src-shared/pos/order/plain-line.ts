import { oneUnit } from './limits.ts'
import type { OrderLine } from './order.ts'

/** One unit of something outside the catalogue, or with unknown details. */
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
