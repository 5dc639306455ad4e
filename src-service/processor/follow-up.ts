/** What became of a capture, a void or a refund. */
export type FollowUp =
  | { readonly outcome: 'done'; readonly retrieval_reference: string }
  /** @param code the processor's own, for whoever looks into it */
  | { readonly outcome: 'refused'; readonly reason: string; readonly code?: string }
  /** The processor knows of no such payment, and changed nothing. */
  | { readonly outcome: 'not_found' }
  /** Not now: its batch has to close, or to open, first. To be asked again. */
  | { readonly outcome: 'later' }
  /** Its batch has closed: it cannot be voided any more, only refunded. */
  | { readonly outcome: 'already_settled' }
  | { readonly outcome: 'unknown' }

/** Whether a refund was made, for processors that would make it again when asked again. */
export type RefundInquiry =
  | Extract<FollowUp, { outcome: 'done' | 'refused' | 'not_found' | 'unknown' }>
  | { readonly outcome: 'not_yet' }

/** What became of a bank debit that was accepted; `pending` while the bank has not answered. */
export type Clearing =
  | { readonly outcome: 'cleared' }
  /** The bank sent it back, with the network's return code. */
  | { readonly outcome: 'returned'; readonly return_code: string; readonly return_message: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unknown' }
