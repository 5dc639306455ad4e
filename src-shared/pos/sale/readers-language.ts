import type { Language } from '../../language.ts'
import type { SaleState } from './sale.ts'

/** The language of the current sale's customer, if known. */
export const readersLanguage = (state: SaleState): Language | null =>
  state.kind === 'ready' ? null : (state.sale.customer?.locale ?? null)
