import type { CheckoutPage, CheckoutPageState } from '../../src-shared/api/schemas/checkout-page.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'
import { orderLines } from '../../src-shared/payments/order-lines.ts'
import { namedBill, wholeOfAsked } from '../../src-shared/payments/part-of-bill.ts'
import { chargedAmount } from '../../src-shared/receipt/receipt-outcome.ts'
import { namedTaxes } from '../../src-shared/receipt/tax-lines.ts'
import { assertNever } from '../../src-shared/result.ts'
import { payableTypes } from '../intents/rails.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import type { SessionDocument } from './documents.ts'
import { knownPostalCode } from './due.ts'
import { asOf, isPastItsTime, type SessionState } from './load-session.ts'
import { hasTriesLeft } from './session-rules.ts'

/** What the page shows besides the session itself. */
export interface PageFacts {
  readonly merchantName: string
  /** The currency of the account, for a page that charges nothing. */
  readonly currency: string
  readonly training: boolean
  /** Verified time, in ms. */
  readonly now: number
  readonly dated: Clock['dated']
  /** Whether a bank is being asked about this payment and may still answer. */
  readonly isAsked: (payment: Payment) => boolean
}

/** A checkout session as its hosted page shows it. */
export function sessionPage(state: SessionState, facts: PageFacts): CheckoutPage {
  const session = asOf(state, facts.now)
  const intent = state.intent.document
  const pageState = stateOf(session, intent, facts)
  const { surcharge, payment_intent_data: data } = session
  const asksPostalCode =
    surcharge.type !== 'disabled' && knownPostalCode(data.payment_method_data?.billing_details) === undefined
  return {
    id: session.id,
    entity: 'checkout_page',
    mode: 'payment',
    state: pageState,
    merchant_name: facts.merchantName,
    currency: intent.currency,
    subtotal: session.subtotal,
    discount_amount: session.discount_amount,
    tax_amount: intent.tax_amount,
    taxes: [...namedTaxes(intent.order_details.taxes, intent.tax_amount)],
    tip_amount: intent.tip_amount,
    amount: session.amount,
    lines: [...orderLines(intent.order_details.items)],
    whole_amount: session.discount_amount > 0 ? null : wholeOfAsked(intent),
    description: intent.description,
    surcharge,
    payment_method_types: [...payableTypes(intent)],
    billing: { postal_code: asksPostalCode ? 'required' : 'optional' },
    customer_email: session.customer_email,
    last_attempt: intent.status === 'created' ? lastAttempt(intent.latest_payment) : null,
    payment:
      pageState === 'paid' || pageState === 'cancelled'
        ? paymentOf(intent, data.surcharge_amount ?? 0)
        : null,
    saved: null,
    success_url: pageState === 'paid' ? returnUrl(session.success_url, session.id) : null,
    cancel_url: returnUrl(session.cancel_url, session.id),
    expires_at: isoTime(facts.dated(Date.parse(session.expires_at))),
    wallets_requested: session.google_pay_enabled || session.apple_pay_enabled,
    training: facts.training,
  }
}

function stateOf(session: SessionDocument, intent: PaymentIntent, facts: PageFacts): CheckoutPageState {
  switch (intent.status) {
    case 'created':
      if (session.status !== 'open') return 'expired'
      return hasTriesLeft(session) ? 'open' : 'cancelled'
    case 'processing': {
      // The payer does not wait for a capture or void of a payment that is already made.
      if (session.status === 'complete') return 'paid'
      return intent.latest_payment !== null && facts.isAsked(intent.latest_payment) ? 'processing' : 'unknown'
    }
    case 'pending':
    case 'uncaptured':
    case 'captured':
      return 'paid'
    case 'failed':
      return 'cancelled'
    case 'cancelled': {
      const isLate = session.ended_at !== undefined && isPastItsTime(session, session.ended_at)
      return session.status === 'expired' && isLate ? 'expired' : 'cancelled'
    }
    default:
      return assertNever(intent.status)
  }
}

function lastAttempt(payment: Payment | null): CheckoutPage['last_attempt'] {
  if (payment === null) return null
  const category = payment.decline_category ?? payment.failure_code ?? 'declined'
  return { outcome: 'declined', category, at: payment.updated_at }
}

/** @param given the surcharge that the session's amount already contains, in cents */
function paymentOf(
  { latest_payment: payment, ...intent }: PaymentIntent,
  given: Cents,
): CheckoutPage['payment'] {
  const method = payment?.payment_method ?? null
  if (payment === null || payment.status === 'failed') return null
  return {
    status: payment.status,
    amount: chargedAmount(payment),
    surcharge_amount: intent.surcharge_amount - given,
    payment_method_type: method?.payment_method_type ?? 'card',
    brand: method?.card?.brand ?? null,
    last_four_digits: method?.card?.last_four_digits ?? method?.bank?.last_four_digits ?? null,
    paid_at: intent.captured_at ?? payment.created_at,
    // The counter that sent the link finds the sale by this number.
    receipt_number: namedBill(intent)?.number ?? payment.id,
  }
}

const placeholder = '{CHECKOUT_SESSION_ID}'

/** Returns the URL to which the payer returns, with the id of the session. */
export function returnUrl(given: string | null, id: string): string | null {
  if (given === null) return null
  if (given.includes(placeholder)) {
    // The page recognizes a web address by these letters.
    return given.replaceAll(placeholder, id).replace(/^https?/i, (scheme) => scheme.toLowerCase())
  }
  const url = new URL(given)
  url.searchParams.append('session_id', id)
  return url.href
}
