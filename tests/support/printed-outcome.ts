import { type GivenOutcome, receiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'

/** The outcome that the receipt of this payment shows. Throws for a payment that has no receipt. */
export function printedOutcome(payment: Parameters<typeof receiptOutcome>[0]): GivenOutcome {
  const outcome = receiptOutcome(payment)
  if (outcome.kind === 'none') throw new Error(`the payment has no receipt: ${outcome.reason}`)
  return outcome
}
