import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService, orMissing } from '../service-calls/call-service.ts'
import { everyPage } from '../service-calls/pages.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import { feesOf } from './fees-of-payments.ts'

/** An intent with its history at the service. */
export interface IntentHistory {
  readonly intent: PaymentIntent
  /** Every attempt, newest first. */
  readonly payments: readonly Payment[]
  /** Refunds of the action's payment; null where the service does not list them. */
  readonly refunds: readonly Refund[] | null
}

const paymentsOf = (
  client: ClientSource,
  intentId: string,
): Promise<Result<readonly Payment[], CallFailure>> =>
  everyPage((query) =>
    callService(client, 'payment_intents.list_payments', { params: { id: intentId }, query }),
  )

/** Null at a service without such a list: it is not in the specification. */
async function refundsOf(
  client: ClientSource,
  paymentId: string,
): Promise<Result<readonly Refund[] | null, CallFailure>> {
  const listed = await everyPage((query) =>
    callService(client, 'payments.list_refunds', { params: { id: paymentId }, query }),
  )
  return orMissing(listed)
}

/** Reads the intent last, so that its state is at least as new as its lists. */
export async function loadIntentHistory(
  client: ClientSource,
  {
    intent_id,
    payment_id,
    refund_id = null,
  }: {
    readonly intent_id: string
    readonly payment_id: string | null
    readonly refund_id?: string | null
  },
): Promise<Result<IntentHistory, CallFailure>> {
  const payments = await paymentsOf(client, intent_id)
  if (!payments.ok) return payments
  const refunds = payment_id === null ? ok([]) : await refundsOf(client, payment_id)
  if (!refunds.ok) return refunds
  const known = refunds.value === null && refund_id !== null ? await refundNamed(client, refund_id) : refunds
  if (!known.ok) return known
  const intent = await callService(client, 'payment_intents.get', { params: { id: intent_id } })
  if (!intent.ok) return intent
  return ok({ intent: intent.value, payments: payments.value, refunds: known.value })
}

async function refundNamed(
  client: ClientSource,
  id: string,
): Promise<Result<readonly Refund[], CallFailure>> {
  const found = await callService(client, 'refunds.get', { params: { id } })
  return found.ok ? ok([found.value]) : found
}

/** The history of a payment: the intent without its secret, every attempt and every refund, newest first. */
export async function openPayment(
  client: ClientSource,
  intentId: string,
): Promise<Result<PaymentHistory, CommandRefusal>> {
  const payments = await paymentsOf(client, intentId)
  if (!payments.ok) return err(serviceRefusal(payments.error))
  const refunds: Refund[] = []
  for (const payment of payments.value.filter(mayHaveRefunds)) {
    const some = await refundsOf(client, payment.id)
    if (!some.ok) return err(serviceRefusal(some.error))
    // Where refunds are not listed, the totals of payment and intent show their sum.
    refunds.push(...(some.value ?? []))
  }
  // The intent last, so that its state is at least as new as its lists.
  const intent = await callService(client, 'payment_intents.get', { params: { id: intentId } })
  if (!intent.ok) return err(serviceRefusal(intent.error))
  const { client_secret: _secret, ...shown } = intent.value
  const newestFirst = refunds.sort((one, other) => other.created_at.localeCompare(one.created_at))
  const captured = payments.value.filter(mayHaveRefunds)
  const fees = shown.settled_at === null ? null : await feesOf(client, captured)
  const known = fees === null ? {} : { fees }
  return ok({ intent: shown, payments: payments.value, refunds: newestFirst, ...known })
}

/** Only what was captured can be refunded; a refund that failed leaves no amount behind. */
const mayHaveRefunds = ({ amount_captured }: Payment): boolean => amount_captured > 0
