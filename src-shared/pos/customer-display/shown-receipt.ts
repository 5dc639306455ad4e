import type { Language } from '../../language.ts'
import { isPaid } from '../bill/balance.ts'
import { languageFor } from '../customer/customer.ts'
import type { SaleFacts } from '../sale/sale.ts'
import type { Snapshot } from '../snapshot.ts'

/** A receipt that the display offers as a QR code. */
export interface ShownReceipt {
  readonly intent_id: string
  readonly language: Language
}

/**
 * The receipt of the card that paid the whole bill; null otherwise. If a bill has several tenders, each has its own
 * receipt, or none at the service (cash), so that none of them is complete.
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
