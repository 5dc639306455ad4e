import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** A card with two applications: where the merchant wants none in particular, the customer takes credit. */
export const debitAsCredit: Script = {
  ...approve,
  summary: 'Inserts a debit card and pays with its credit application',
  customer: { ...approve.customer, card: '4000056655665556', application: 'credit' },
}
