import type { EntryMode, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { CommandFailure, TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { ReportEntry } from './report-entry.ts'

/** What is charged. */
export type PaymentSource =
  | HeldSource
  /** Kept by the processor, which named it so (Processor.tokenize); `profile` when it keeps it for a customer. */
  | {
      readonly kind: 'token' | 'profile'
      readonly id: string
      readonly rail: Rail
      /** What the card's bank compares; null for an account. */
      readonly check: Omit<CardData, 'number' | 'name' | 'pin'> | null
    }

/** With its number: held by our vault, or read this moment. */
export type HeldSource =
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

export type Rail = 'card' | BankData['rail']

/**
 * Names a payment at the processor. Some find it by our order id, some by their own reference; some require
 * the amount and the rail again.
 */
export interface PaymentReference {
  readonly payment_id: string
  /** Says which merchant it is, hence which credentials. */
  readonly account_id: string
  /** Journaled before the authorization is asked for, and sent once: every attempt has its own (order-id.ts). */
  readonly order_id: string
  /** The processor's own; null before it has answered. */
  readonly retrieval_reference: string | null
  readonly amount: Cents
  readonly currency: string
  readonly rail: Rail
  /** The terminal that was to read the card and have it authorized by itself (Processor.terminals), else null. */
  readonly hsn: string | null
  /** When the authorization was journaled, ms since the epoch. */
  readonly begun_at: number
}

/** A refund of a payment at the processor. */
export interface RefundReference {
  readonly refund_id: string
  /** Its own order, journaled before it is asked for. */
  readonly order_id: string
  readonly amount: Cents
  /** When this order was journaled, ms since the epoch. */
  readonly begun_at: number
}

/**
 * The processor's port: what the service needs of whoever moves the money. Statuses of a processor are mapped
 * here, never passed through; an outcome that is not known is `unknown`, never a guess.
 */
export interface AuthorizeRequest extends Omit<PaymentReference, 'retrieval_reference' | 'rail' | 'hsn'> {
  readonly source: PaymentSource
  readonly card_present: boolean
  /** How a terminal read the card, `keyed` where it was typed; null for an account. */
  readonly entry_mode: EntryMode | null
  readonly capture: boolean
  /** A voice authorization the merchant got by telephone; null asks the processor to decide. */
  readonly auth_code: string | null
}

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

/** A sale that a terminal does in one call: it asks for the card and has it authorized, under our order. */
export interface TerminalSale extends Omit<PaymentReference, 'retrieval_reference' | 'rail' | 'hsn'> {
  readonly hsn: string
  /** What the customer is asked for, with the amount that they see. */
  readonly prompt: Extract<TerminalCommand, { name: 'read_card' | 'read_manual' }>
  readonly capture: boolean
  /** A voice authorization; null asks the processor to decide. */
  readonly auth_code: string | null
  /** Steps that the customer takes, where the terminal reports any. */
  onProgress(step: Progress): void
  /** Asks the terminal to stop. That it was asked proves nothing: the answer tells. */
  readonly signal: AbortSignal
}

export type TerminalAnswer =
  | Decision
  /** Proved: no card was sent for authorization, and none will be. */
  | { readonly outcome: 'not_sent'; readonly reason: CommandFailure | 'not_connected' }

/** Terminals that read a card and have it authorized in one call. */
export interface AuthorizingTerminals {
  /** How long that may take with the customer's part of it, ms; an inquiry must not say `not_found` before. */
  readonly limitMs: number
  sell(sale: TerminalSale): Promise<TerminalAnswer>
}

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

/** A check of a card or an account over no amount. Nothing of it can be charged. */
export interface VerifyRequest {
  readonly account_id: string
  /** Its own order: whoever asks again sends another one. */
  readonly order_id: string
  readonly source: PaymentSource
}

/** What the bank of a card or an account answers to that check. */
export type Verification =
  | {
      readonly outcome: 'verified'
      readonly response_code: string
      readonly response_text: string
      readonly funding: Funding
      readonly avs: string | null
      readonly cvv: string | null
    }
  | Pick<
      Decline,
      'outcome' | 'response_code' | 'response_text' | 'category' | 'retryable' | 'funding' | 'avs' | 'cvv'
    >
  /** No answer. Nothing was charged all the same: it may be asked again. */
  | { readonly outcome: 'unknown' }

export interface TokenizeRequest {
  readonly account_id: string
  readonly source: HeldSource
  /** Whose it is, for processors that keep profiles; null for a card that nobody owns yet. */
  readonly customer_id: string | null
}

/** How the processor names what it keeps from now on. */
export interface Kept {
  readonly token: string
  /** Null without a customer, and where no profiles are kept. */
  readonly profile: string | null
  readonly funding: Funding
}

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

/** What may be relied on, and what not. */
export interface Capabilities {
  /**
   * A void of an order that is unknown to the processor closes it for ever: an authorization that arrives later
   * is declined. Where it is false, an order that ended without an answer goes into quarantine (repair/quarantine.ts).
   */
  readonly voidClosesUnknown: boolean
  /** The same refund asked for again is paid back once. Where it is false it is inquired about first. */
  readonly repeatsRefunds: boolean
  /** Whether it keeps cards and accounts, by tokens or besides by profiles of customers. */
  readonly keeps: 'nothing' | 'tokens' | 'profiles'
  /** On which rails it checks a card or an account over no amount. Of any other it must not be asked. */
  readonly verifies: readonly Rail[]
}

/** How long each kind of question may take, ms; then its answer is `unknown`. */
export interface Limits {
  readonly authorizeMs: number
  /** Captures, voids, refunds. */
  readonly followUpMs: number
  readonly inquireMs: number
  readonly verifyMs: number
}

export interface Processor {
  /** Stored as payment_provider_type and source_type. */
  readonly name: string
  readonly capabilities: Capabilities
  readonly limits: Limits
  authorize(request: AuthorizeRequest): Promise<Decision>
  /** Without them the service's own terminals read the card, and `authorize` is asked. */
  readonly terminals?: AuthorizingTerminals
  /** Keeps a card or an account; no money moves. Asked again it may answer another name for the same. */
  tokenize(
    request: TokenizeRequest,
  ): Promise<(Kept & { readonly outcome: 'kept' }) | { readonly outcome: 'unknown' }>
  /** Asks the bank of a card or an account whether it is good, over no amount. */
  verify(request: VerifyRequest): Promise<Verification>
  /** Asked again it changes nothing, and may be refused because it was carried out already (askFollowUp). */
  capture(payment: PaymentReference, amount: Cents): Promise<FollowUp>
  /**
   * Releases what is authorized or captured: everything that stands under the order, or, where there are duplicates,
   * just the one that `only` names by its retrieval reference. Asked again it changes nothing, and may be refused because
   * it was carried out already (askVoid).
   */
  void(payment: PaymentReference, only?: string): Promise<FollowUp>
  /** Pays back a part of what is captured, or all. */
  refund(payment: PaymentReference, refund: RefundReference): Promise<FollowUp>
  inquire(payment: PaymentReference): Promise<Inquiry>
  inquireRefund(payment: PaymentReference, refund: RefundReference): Promise<RefundInquiry>
  /** Asked by the settlement run about each bank debit that is pending. */
  clear(payment: PaymentReference): Promise<Clearing>
  /**
   * What banks have reported since a time (ms), oldest first: disputes, returns, rejections by the settlement, fees. An
   * entry may come any number of times, by this call and by later ones.
   */
  reports(since: number): AsyncIterable<ReportEntry>
  /** Banks of the sandbox only: what they will report. */
  readonly addReport?: (entry: ReportEntry) => Promise<void>
  /**
   * Only a bank of the sandbox: the customer's bank sends back what was paid out, which it then no longer counts as
   * refunded. Asked again it changes nothing.
   */
  readonly returnRefund?: (payment: PaymentReference, refund: RefundReference) => Promise<void>
}
