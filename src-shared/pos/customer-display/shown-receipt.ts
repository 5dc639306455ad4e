import type { Language } from '../../language.ts'
import { isPaid } from '../bill/balance.ts'
import { languageFor } from '../customer/customer.ts'
import type { SaleFacts } from '../sale/sale.ts'
import type { Snapshot } from '../snapshot.ts'

/** A receipt that the customer may take along from the display. */
export interface ShownReceipt {
  readonly intent_id: string
  readonly language: Language
}

/**
 * The receipt of the one card that paid everything. Several tenders have a receipt each, or none with the service, as cash:
 * none of them is the customer's whole receipt.
 */
export function shownReceipt(snapshot: Snapshot): ShownReceipt | null {
  const paid = paidByCard(snapshot)
  if (paid === null || paid.intent_id === null) return null
  return {
    intent_id: paid.intent_id,
    language: languageFor(paid.customer, snapshot.settings.language),
  }
}

function paidByCard({ sale, bill }: Snapshot): SaleFacts | null {
  if (sale.kind !== 'ready' && sale.kind !== 'approved') return null
  if (bill === null) return sale.kind === 'approved' && sale.sale.tab?.stage !== 'opening' ? sale.sale : null
  const [only, ...others] = bill.tenders
  return only?.kind === 'card' && only.status === 'paid' && others.length === 0 && isPaid(bill)
    ? only.sale
    : null
}
