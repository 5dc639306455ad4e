import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Cents } from '../../src-shared/money.ts'

/** A later event of a payment or refund, as banks report it to the processor. */
export type ReportEntry = {
  /** The processor's own id; the same entry may be reported any number of times. */
  readonly id: string
  readonly account_id: string
  /** When the processor received it, in ms since the epoch. */
  readonly reported_at: number
} & ReportedEvent

export type ReportedEvent =
  /**
   * The cardholder disputes a payment, or the bank only inquires. Amount null: all that is left, or the whole amount if
   * nothing is left.
   */
  | (OfPayment & {
      readonly type: 'dispute'
      readonly amount: Cents | null
      readonly inquiry: boolean
      /** Deadline for the answer to the bank, ISO 8601; absent if the bank does not state it. */
      readonly respond_by?: string | null
    })
  | (OfPayment & { readonly type: 'dispute_closed'; readonly outcome: 'won' | 'lost' })
  /** The customer's bank reverses a settled payment; `expected` if that is only announced. */
  | (OfPayment & {
      readonly type: 'reversal'
      readonly amount: Cents | null
      readonly expected: boolean
      /** Return code of a bank debit, by Nacha or Payments Canada. */
      readonly return_code: string | null
    })
  /** The settlement rejects the whole capture: no money is paid. */
  | (OfPayment & { readonly type: 'rejected'; readonly reason: string })
  | (OfPayment & { readonly type: 'fee'; readonly fee_type: Fee['fee_type']; readonly amount: Cents })
  | { readonly type: 'refund_returned'; readonly refund_id: string }

interface OfPayment {
  readonly payment_id: string
}
