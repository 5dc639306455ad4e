import type { Language } from '../../language.ts'
import type { SaleState } from './sale.ts'

/** What the customer of the sale under way reads, where that is known. */
export const readersLanguage = (state: SaleState): Language | null =>
  state.kind === 'ready' ? null : (state.sale.customer?.locale ?? null)
