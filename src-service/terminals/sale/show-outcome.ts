import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import { isPartialApproval } from '../../../src-shared/payments/partial-approval.ts'
import { isApproved } from '../../../src-shared/receipt/receipt-outcome.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { SaleBody } from './sale-rules.ts'

export function showOutcome(run: TerminalRun, payment: Payment, body: SaleBody): Promise<void> {
  const approved = isApproved(payment)
  const { words } = run
  // The bank was not asked, or its answer does not count: this is not a decline.
  if (!approved && payment.decline_category === null)
    return run.inform({ name: 'display', text: words.notCharged })
  const partial = approved && isPartialApproval(payment)
  return run.inform({
    name: 'show_outcome',
    approved,
    message: approved ? (partial ? words.partlyApproved : words.approved) : words.declined,
    amount: approved ? payment.amount_authorized : payment.amount,
    currency: payment.currency,
    clear_after_ms: body.clear_display_delay ?? 1500,
  })
}
