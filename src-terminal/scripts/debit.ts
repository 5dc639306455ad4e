import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** A card with two applications: where the merchant wants none in particular, the customer takes debit. */
export const debit: Script = {
  ...approve,
  summary: 'Inserts a debit card and pays with its debit application',
  customer: { ...approve.customer, card: '4000056655665556', application: 'debit' },
}
