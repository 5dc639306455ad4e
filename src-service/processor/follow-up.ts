/** The outcome of a capture, a void or a refund. */
export type FollowUp =
  | { readonly outcome: 'done'; readonly retrieval_reference: string }
  /** @param code the processor's own code, for investigations */
  | { readonly outcome: 'refused'; readonly reason: string; readonly code?: string }
  /** The processor does not know the payment, and changed nothing. */
  | { readonly outcome: 'not_found' }
  /** Not possible now: its batch must close, or open, first. To be retried. */
  | { readonly outcome: 'later' }
  /** Its batch has closed: it can no longer be voided, only refunded. */
  | { readonly outcome: 'already_settled' }
  | { readonly outcome: 'unknown' }

/** Whether a refund was made, for processors that would repeat it if asked again. */
export type RefundInquiry =
  | Extract<FollowUp, { outcome: 'done' | 'refused' | 'not_found' | 'unknown' }>
  | { readonly outcome: 'not_yet' }

/** The outcome of an accepted bank debit; `pending` while the bank has not answered. */
export type Clearing =
  | { readonly outcome: 'cleared' }
  /** The bank returned it, with the network's return code. */
  | { readonly outcome: 'returned'; readonly return_code: string; readonly return_message: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unknown' }
