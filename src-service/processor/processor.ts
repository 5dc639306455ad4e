import type { Cents } from '../../src-shared/money.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'

/** What is charged. */
export type PaymentSource =
  | { readonly kind: 'card'; readonly card: CardData }
  | { readonly kind: 'bank'; readonly bank: BankData }

/** A bank account as the rail needs it. Lives in memory only between the vault and the processor. */
export type BankData = {
  readonly account_number: string
  readonly account_type: 'checking' | 'savings'
  readonly account_holder: string
} & (
  | { readonly rail: 'us_bank_ach'; readonly routing_number: string }
  | { readonly rail: 'ca_bank_eft'; readonly transit_number: string; readonly institution_number: string }
)

/**
 * The processor's port: what the service needs of whoever moves the money. Statuses of a processor are mapped
 * here, never passed through; an outcome that is not known is `unknown`, never a guess.
 */
export interface AuthorizeRequest {
  /** Names this authorization at the processor for ever: inquiry and void find it by this. */
  readonly payment_id: string
  readonly account_id: string
  readonly amount: Cents
  readonly currency: string
  readonly source: PaymentSource
  readonly card_present: boolean
  readonly capture: boolean
  /** A voice authorization the merchant got by telephone; null asks the processor to decide. */
  readonly auth_code: string | null
}

export type Decision =
  | {
      readonly outcome: 'approved'
      /** Below `amount` on a partial approval. */
      readonly amount_authorized: Cents
      readonly auth_code: string
      readonly retrieval_reference: string
      readonly response_code: string
      readonly response_text: string
      readonly avs: string | null
      readonly cvv: string | null
    }
  | {
      readonly outcome: 'declined'
      readonly response_code: string
      readonly response_text: string
      /** Such as insufficient_funds, do_not_honor, lost_card. */
      readonly category: string
      readonly retrieval_reference: string
      readonly avs: string | null
      readonly cvv: string | null
    }
  /** A bank rail took the debit over the whole amount; days later it clears or is returned. */
  | {
      readonly outcome: 'pending'
      readonly retrieval_reference: string
      readonly response_code: string
      readonly response_text: string
    }
  /** No answer within the processor's time limit (30 s): inquire. */
  | { readonly outcome: 'unknown' }

/** What an inquiry finds: nothing is known of the payment, it was voided, it still runs, or its decision. */
export type Inquiry = Decision | { readonly outcome: 'not_found' } | { readonly outcome: 'voided' }

export type FollowUp =
  | { readonly outcome: 'done'; readonly retrieval_reference: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown' }

/** What became of a bank debit that was accepted; `pending` when the bank has not said so far. */
export type Clearing =
  | { readonly outcome: 'cleared' }
  /** The bank sent it back, with the network's return code. */
  | { readonly outcome: 'returned'; readonly return_code: string; readonly return_message: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unknown' }

export interface Processor {
  /** Stored as payment_provider_type and source_type. */
  readonly name: string
  authorize(request: AuthorizeRequest): Promise<Decision>
  /** Asked again with the same amount it answers the same: `unknown` may be repeated. */
  capture(paymentId: string, amount: Cents): Promise<FollowUp>
  /**
   * Releases what is authorized or captured. A payment the processor has never heard of is closed for ever: an
   * authorization that arrives later is declined. Asked again it answers the same.
   */
  void(paymentId: string): Promise<FollowUp>
  /** Pays back a part of what is captured, or all. Asked again with the same refund it answers the same. */
  refund(paymentId: string, refundId: string, amount: Cents): Promise<FollowUp>
  inquire(paymentId: string): Promise<Inquiry>
  /** Asked by the settlement run about each bank debit that is pending. */
  clear(paymentId: string): Promise<Clearing>
}
