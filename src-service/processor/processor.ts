import type { EntryMode } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { AuthorizingTerminals } from './authorizing-terminals.ts'
import type { Decision, Decline, Funding, Inquiry } from './decision.ts'
import type { Clearing, FollowUp, RefundInquiry } from './follow-up.ts'
import type { PaymentReference } from './payment-reference.ts'
import type { HeldSource, PaymentSource, Rail } from './payment-source.ts'
import type { ReportEntry } from './report-entry.ts'

/** A refund of a payment at the processor. */
export interface RefundReference {
  readonly refund_id: string
  /** Its own order, journaled before it is asked for. */
  readonly order_id: string
  readonly amount: Cents
  /** When this order was journaled, ms since the epoch. */
  readonly begun_at: number
}

export interface AuthorizeRequest extends Omit<PaymentReference, 'retrieval_reference' | 'rail' | 'hsn'> {
  readonly source: PaymentSource
  readonly card_present: boolean
  /** How a terminal read the card, `keyed` where it was typed; null for an account. */
  readonly entry_mode: EntryMode | null
  readonly capture: boolean
  /** A voice authorization the merchant got by telephone; null asks the processor to decide. */
  readonly auth_code: string | null
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

/**
 * The processor's port: what the service needs of whoever moves the money. Statuses of a processor are mapped
 * here, never passed through; an outcome that is not known is `unknown`, never a guess.
 */
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
