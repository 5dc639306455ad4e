import type { EntryMode } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { AuthorizingTerminals } from './authorizing-terminals.ts'
import type { Decision, Decline, Funding, Inquiry } from './decision.ts'
import type { Clearing, FollowUp, RefundInquiry } from './follow-up.ts'
import type { OrderFacts } from './order-facts.ts'
import type { PaymentReference } from './payment-reference.ts'
import type { HeldSource, PaymentSource, Rail } from './payment-source.ts'
import type { ReportEntry } from './report-entry.ts'

/** A refund of a payment at the processor. */
export interface RefundReference {
  readonly refund_id: string
  /** The refund's own order id, journaled before the request. */
  readonly order_id: string
  readonly amount: Cents
  /** When this order was journaled, ms since the epoch. */
  readonly begun_at: number
}

export interface AuthorizeRequest
  extends Omit<PaymentReference, 'retrieval_reference' | 'rail' | 'hsn'>,
    OrderFacts {
  readonly source: PaymentSource
  readonly card_present: boolean
  /** How a terminal read the card, `keyed` if it was typed; null for a bank account. */
  readonly entry_mode: EntryMode | null
  readonly capture: boolean
  /** Code of a voice authorization by telephone; null lets the processor decide. */
  readonly auth_code: string | null
}

/** A check of a card or account for a zero amount. It cannot be captured. */
export interface VerifyRequest extends OrderFacts {
  readonly account_id: string
  /** Its own order id; each retry has a new one. */
  readonly order_id: string
  readonly source: PaymentSource
}

/** The answer of the bank to that check. */
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
  /** No answer. Nothing was charged either way, so it may be retried. */
  | { readonly outcome: 'unknown' }

export interface TokenizeRequest {
  readonly account_id: string
  readonly source: HeldSource
  /** The customer, for processors that store profiles; null for a card without a customer. */
  readonly customer_id: string | null
}

/** The processor's references to what it now stores. */
export interface Kept {
  readonly token: string
  /** Null without a customer, or if the processor stores no profiles. */
  readonly profile: string | null
  readonly funding: Funding
}

/** What the service may rely on. */
export interface Capabilities {
  /**
   * Whether voiding an unknown order closes it for ever, so that an authorization that arrives later is declined. If
   * false, an order that ended without an answer is put in quarantine (repair/quarantine.ts).
   */
  readonly voidClosesUnknown: boolean
  /** Whether a repeated refund request is carried out only once. If false, the service inquires first. */
  readonly repeatsRefunds: boolean
  /** Whether it stores cards and accounts: not at all, as tokens, or also as profiles of customers. */
  readonly keeps: 'nothing' | 'tokens' | 'profiles'
  /** The rails on which it checks a card or account for a zero amount; `verify` must not be called for others. */
  readonly verifies: readonly Rail[]
}

/** Time limit of each kind of request, in ms; after that its answer is `unknown`. */
export interface Limits {
  readonly authorizeMs: number
  /** Captures, voids, refunds. */
  readonly followUpMs: number
  readonly inquireMs: number
  readonly verifyMs: number
}

/**
 * The processor's port: what the service requires of a processor. Implementations map a processor's statuses and never
 * pass them through; an unknown outcome is `unknown`, never a guess.
 */
export interface Processor {
  /** Stored as payment_provider_type and source_type. */
  readonly name: string
  readonly capabilities: Capabilities
  readonly limits: Limits
  authorize(request: AuthorizeRequest): Promise<Decision>
  /** If absent, the service's own terminals read the card, and `authorize` is called. */
  readonly terminals?: AuthorizingTerminals
  /** Stores a card or account; no money moves. A repeated call may return another reference to the same one. */
  tokenize(
    request: TokenizeRequest,
  ): Promise<(Kept & { readonly outcome: 'kept' }) | { readonly outcome: 'unknown' }>
  /** Asks the bank whether a card or account is valid, for a zero amount. */
  verify(request: VerifyRequest): Promise<Verification>
  /** A repeated call changes nothing, and may be refused because the capture was already carried out (askFollowUp). */
  capture(payment: PaymentReference, amount: Cents): Promise<FollowUp>
  /**
   * Voids what is authorized or captured: everything under the order, or, in case of duplicates, only the one with the
   * retrieval reference `only`. A repeated call changes nothing, and may be refused because the void was already
   * carried out (askVoid).
   */
  void(payment: PaymentReference, only?: string): Promise<FollowUp>
  /** Refunds all or a part of what is captured. */
  refund(payment: PaymentReference, refund: RefundReference): Promise<FollowUp>
  inquire(payment: PaymentReference): Promise<Inquiry>
  inquireRefund(payment: PaymentReference, refund: RefundReference): Promise<RefundInquiry>
  /** Called by the settlement run for each pending bank debit. */
  clear(payment: PaymentReference): Promise<Clearing>
  /**
   * Yields what banks reported since a time (ms), oldest first: disputes, returns, rejections by the settlement, fees.
   * An entry may be repeated within this call and in later ones.
   */
  reports(since: number): AsyncIterable<ReportEntry>
  /** Sandbox banks only: adds an entry to their reports. */
  readonly addReport?: (entry: ReportEntry) => Promise<void>
  /**
   * Sandbox banks only: the customer's bank returns a refund, which then no longer counts as refunded. A repeated call
   * changes nothing.
   */
  readonly returnRefund?: (payment: PaymentReference, refund: RefundReference) => Promise<void>
}
