import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Cents } from '../../src-shared/money.ts'

/** What became of a payment or a refund long after it was answered, as the banks report it to the processor. */
export type ReportEntry = {
  /** The processor's own; the same entry may be reported any number of times. */
  readonly id: string
  readonly account_id: string
  /** When the processor learned it, ms since the epoch. */
  readonly reported_at: number
} & ReportedEvent

export type ReportedEvent =
  /** The cardholder disputes a payment, or the bank only inquires. Null: over all that is left, or all of it where nothing is. */
  | (OfPayment & {
      readonly type: 'dispute'
      readonly amount: Cents | null
      readonly inquiry: boolean
      /** Until when the bank wants to be answered, ISO 8601; absent where it does not say. */
      readonly respond_by?: string | null
    })
  | (OfPayment & { readonly type: 'dispute_closed'; readonly outcome: 'won' | 'lost' })
  /** The customer's bank takes back what was settled; `expected` when that is only announced. */
  | (OfPayment & {
      readonly type: 'reversal'
      readonly amount: Cents | null
      readonly expected: boolean
      /** Of a bank debit: Nacha's or that of Payments Canada. */
      readonly return_code: string | null
    })
  /** The settlement rejects all that was captured: no money comes of it. */
  | (OfPayment & { readonly type: 'rejected'; readonly reason: string })
  | (OfPayment & { readonly type: 'fee'; readonly fee_type: Fee['fee_type']; readonly amount: Cents })
  | { readonly type: 'refund_returned'; readonly refund_id: string }

interface OfPayment {
  readonly payment_id: string
}
