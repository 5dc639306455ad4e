import type { EntryMode, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../src-shared/money.ts'

export type Funding = NonNullable<PaymentMethod['card']>['funding']

/**
 * What may be done after a decline: nothing (`never`), retry another day (`later`), retry after correcting the card's
 * data (`fix`), or retry the card at once in another way, such as by its chip (`now`).
 */
export type Retryable = 'never' | 'later' | 'fix' | 'now'

/** What a processor reports with its decision on a card; null for what it does not report. */
export interface AnswerDetails {
  /** `unknown` is not credit: then no surcharge may be added (surcharge.ts). */
  readonly funding: Funding
  /** How the card was read, for processors with their own terminals; this service's terminals report it themselves. */
  readonly entry_mode: EntryMode | null
  /** EMV tags of the issuer's answer by their names on a receipt (section 2.3), such as `ARC`. */
  readonly emv: Readonly<Record<string, string>> | null
  /** Texts that the receipt must show; they fill fields that the request left empty. */
  readonly receipt: Partial<ReceiptData> | null
  /** The processor's batch of the payment; null while nothing is captured. */
  readonly batch_id: string | null
  /** The card read by a terminal of the processor; null when another terminal, or none, read it. */
  readonly card: TerminalCard | null
}

/** A card read by a terminal that authorizes by itself, as far as its processor reveals it. */
export interface TerminalCard {
  readonly summary: NonNullable<PaymentMethod['card']>
  readonly entry_mode: EntryMode
  /** Null on a tap: contactless cards do not reveal it. */
  readonly name: string | null
  /** Whether the customer was verified by PIN or their own device and need not sign. */
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
  /** A bank rail accepted the debit of the whole amount; days later it clears or is returned. */
  | {
      readonly outcome: 'pending'
      readonly retrieval_reference: string
      readonly response_code: string
      readonly response_text: string
    }
  /** No answer within the processor's time limit: an inquiry is needed. */
  | { readonly outcome: 'unknown' }

export type Approval = Extract<Decision, { outcome: 'approved' }>
export type Decline = Extract<Decision, { outcome: 'declined' }>
/** The acceptance of a bank rail. */
export type Acceptance = Extract<Decision, { outcome: 'pending' }>

/** An approval that holds, or has captured, the customer's money. */
export interface Standing {
  readonly retrieval_reference: string
  readonly amount: Cents
}

/** The result of an inquiry. */
export type Inquiry =
  | Decision
  /** Nothing found, and by the processor's limits the request can no longer arrive. */
  | { readonly outcome: 'not_found' }
  /** Nothing found yet: the request may still arrive. */
  | { readonly outcome: 'not_yet' }
  | { readonly outcome: 'voided' }
  /** The order has several approvals: the one to keep, and those to void. */
  | {
      readonly outcome: 'duplicated'
      readonly kept: Approval | Acceptance
      readonly others: readonly Standing[]
    }
