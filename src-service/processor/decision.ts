import type { EntryMode, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../src-shared/money.ts'

export type Funding = NonNullable<PaymentMethod['card']>['funding']

/**
 * What may be done after a decline: nothing (`never`), the same again another day (`later`), the same after the card's
 * data were corrected (`fix`), or the same card at once in another way, such as by its chip (`now`).
 */
export type Retryable = 'never' | 'later' | 'fix' | 'now'

/** What a processor states with its decision on a card; null where it states nothing. */
export interface AnswerDetails {
  /** `unknown` is not credit: nothing may be added to the price then (surcharge.ts). */
  readonly funding: Funding
  /** How the card was read, for processors whose terminals read it; a terminal of ours knows better. */
  readonly entry_mode: EntryMode | null
  /** EMV tags of the issuer's answer by their names on a receipt (section 2.3), such as `ARC`. */
  readonly emv: Readonly<Record<string, string>> | null
  /** What the receipt has to state; it fills what the request left empty. */
  readonly receipt: Partial<ReceiptData> | null
  /** The processor's batch that the payment is in; null while nothing is captured. */
  readonly batch_id: string | null
  /** What a terminal of the processor's own read; null where one of ours did, or none. */
  readonly card: TerminalCard | null
}

/** A card that a terminal read which authorizes by itself, as far as its processor shows it. */
export interface TerminalCard {
  readonly summary: NonNullable<PaymentMethod['card']>
  readonly entry_mode: EntryMode
  /** Null on a tap: contactless cards do not give it. */
  readonly name: string | null
  /** By PIN or their own device: this customer need not sign. */
  readonly verified: boolean
  /** Section 2.3: a JSON string with the tags of the chip; empty for a stripe or typed digits. */
  readonly emv_tag_data: string
}

export const noDetails: AnswerDetails = {
  funding: 'unknown',
  entry_mode: null,
  emv: null,
  receipt: null,
  batch_id: null,
  card: null,
}

export type Decision =
  | (AnswerDetails & {
      readonly outcome: 'approved'
      /** Below `amount` on a partial approval. */
      readonly amount_authorized: Cents
      readonly auth_code: string
      readonly retrieval_reference: string
      readonly response_code: string
      readonly response_text: string
      readonly avs: string | null
      readonly cvv: string | null
    })
  | (AnswerDetails & {
      readonly outcome: 'declined'
      readonly response_code: string
      readonly response_text: string
      /** Such as insufficient_funds, do_not_honor, lost_card. */
      readonly category: string
      readonly retryable: Retryable
      readonly retrieval_reference: string
      readonly avs: string | null
      readonly cvv: string | null
    })
  /** A bank rail took the debit over the whole amount; days later it clears or is returned. */
  | {
      readonly outcome: 'pending'
      readonly retrieval_reference: string
      readonly response_code: string
      readonly response_text: string
    }
  /** No answer within the processor's time limit: inquire. */
  | { readonly outcome: 'unknown' }

export type Approval = Extract<Decision, { outcome: 'approved' }>
export type Decline = Extract<Decision, { outcome: 'declined' }>
/** A bank rail's. */
export type Acceptance = Extract<Decision, { outcome: 'pending' }>

/** An approval that holds or has taken the customer's money. */
export interface Standing {
  readonly retrieval_reference: string
  readonly amount: Cents
}

/** What an inquiry finds. */
export type Inquiry =
  | Decision
  /** Nothing, and the request can no longer be on its way by the processor's own limits. */
  | { readonly outcome: 'not_found' }
  /** Nothing so far: the request may still arrive. */
  | { readonly outcome: 'not_yet' }
  | { readonly outcome: 'voided' }
  /** Several approvals stand under the order: the one to keep, and those to take back. */
  | {
      readonly outcome: 'duplicated'
      readonly kept: Approval | Acceptance
      readonly others: readonly Standing[]
    }
