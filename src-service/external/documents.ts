import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreateExternalPaymentBody } from '../../src-shared/api/schemas/external.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../src-shared/money.ts'
import { newIntent, newPayment, newSingleUseCard } from '../intents/documents.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext } from '../use-case.ts'
import { isCardNumber } from './card-numbers.ts'
import { keptRawResponse } from './raw-response.ts'
import type { ReportState } from './reports.ts'
import { utc } from './reports.ts'

/** The totals of a payment at a gateway: the whole reported amount was authorized and captured. */
export const chargedTotals = (amount: Cents) => ({
  amount,
  amount_authorized: amount,
  amount_captured: amount,
})

/** Fields as zod types optional ones. */
type Loose<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }
type GatewayResponse = Loose<CreateExternalPaymentBody['gateway_response']>

/** Returns the response as it is stored: times in UTC, and only the known fields of the raw response. */
export const keptResponse = ({ created_at, raw_response, ...rest }: GatewayResponse) => ({
  ...withoutUndefined(rest),
  ...(created_at === undefined ? {} : { created_at: utc(created_at) }),
  ...(raw_response === undefined ? {} : { raw_response: keptRawResponse(raw_response) }),
})

type ExternalCard = Loose<CreateExternalPaymentBody['payment_method']['card']>

/** Turns `3` and `30` into `03` and `2030`. The token is only a marker and is not stored. */
export const keptCard = ({ token: _, exp_month, exp_year, ...rest }: ExternalCard) => ({
  ...withoutUndefined(rest),
  ...(exp_month === undefined ? {} : { exp_month: exp_month.padStart(2, '0') }),
  ...(exp_year === undefined ? {} : { exp_year: exp_year.length === 2 ? `20${exp_year}` : exp_year }),
})

/** Section 4.1: the token is a fixed marker. @returns null unless a card number was sent instead. */
export const refuseCardNumber = (token: string | undefined): ServiceError | null =>
  token === undefined || !isCardNumber(token)
    ? null
    : serviceError(
        'parameter_invalid',
        'payment_method.card.token looks like a card number. Send a marker that the gateway stores the card, never the card number.',
        { param: 'payment_method.card.token' },
      )

/** Section 4.1: makes the intent and payment, captured at the gateway. */
export function externalPayment(
  state: ReportState,
  body: CreateExternalPaymentBody,
  { now, newId }: DecisionContext,
): { readonly intent: PaymentIntent; readonly payment: Payment } {
  const created_at = isoTime(now)
  const { amount, currency: _, ...given } = body.payment_intent
  const intentId = newId('payment_intent')
  const intent = newIntent(
    {
      id: intentId,
      client_secret: `${intentId}_secret_${state.secret}`,
      amount,
      currency: state.currency,
      account_id: state.accountId,
      business_id: state.businessId,
      partner_id: state.partnerId,
      created_at,
    },
    withoutUndefined(given),
  )
  const payment = paymentOf(intent, body, externalMethod(intent, body, newId('payment_method')), {
    id: newId('payment'),
    created_at,
  })
  return {
    payment,
    intent: {
      ...intent,
      ...chargedTotals(amount),
      status: 'captured',
      external: true,
      captured_at: utc(body.gateway_response.created_at),
      latest_payment: payment,
    },
  }
}

function paymentOf(
  intent: PaymentIntent,
  body: CreateExternalPaymentBody,
  method: PaymentMethod,
  basis: Pick<Payment, 'id' | 'created_at'>,
): Payment {
  const { amount } = intent
  return newPayment(
    {
      ...basis,
      amount,
      currency: intent.currency,
      payment_intent_id: intent.id,
      payment_method_id: method.id,
      account_id: intent.account_id,
      payment_method: method,
      payment_provider_type: method.source_type,
    },
    {
      reference_id: intent.reference_id,
      order_details: intent.order_details,
      description: intent.description,
      ...withoutUndefined(body.payment ?? {}),
      ...chargedTotals(amount),
      status: 'captured',
      external: true,
      card_present: body.card_present ?? false,
      auth_code: body.gateway_response.auth_code ?? null,
      gateway_response: keptResponse(body.gateway_response),
    },
  )
}

/** Makes a payment method without a vault entry: it paid once at the gateway and cannot pay here. */
function externalMethod(intent: PaymentIntent, body: CreateExternalPaymentBody, id: string): PaymentMethod {
  const { last_four_digits, first_six_digits, brand, ...card } = body.payment_method.card
  return newSingleUseCard({
    id,
    account_id: intent.account_id,
    payment_intent_id: intent.id,
    source_type: body.payment_method.source_type,
    card: {
      last_four_digits,
      first_six_digits,
      brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      ...keptCard(card),
      reuse_eligible: false,
      funding: 'unknown',
    },
    billing_details: body.payment?.billing_details ?? {},
    created_at: intent.created_at,
  })
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Removes undefined fields: zod may leave optional fields undefined, but a document must lack them. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
