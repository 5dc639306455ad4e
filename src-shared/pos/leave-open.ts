import type { SaleIn } from './sale.ts'

// Apart from the sale's schemas, so that the page, which asks this too, carries no schema library.

/** About half a minute of refusals: then a person may leave the sale with its outcome open. */
const refusalsToLeave = 10

/** Whether the service will not tell this counter how the sale ended, so that a person has to ask elsewhere. */
export const canBeLeftOpen = (state: SaleIn<'checking' | 'voiding'>): boolean =>
  state.refusals >= refusalsToLeave
