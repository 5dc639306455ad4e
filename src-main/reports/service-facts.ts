import { type CallFailure, isMissingOperation } from '../../src-shared/api/client.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { authorizationLifeMs } from '../../src-shared/payments/authorization-life.ts'
import { givenBackOf } from '../../src-shared/payments/refundable.ts'
import { paidByFee } from '../../src-shared/payments/taken-back.ts'
import { receiptNumberOf } from '../../src-shared/pos/bill/receipt-number-of.ts'
import { isIn, type Period } from '../../src-shared/pos/report/business-day.ts'
import type { ServicePayment } from '../../src-shared/pos/report/compare.ts'
import type { ServiceCheck } from '../../src-shared/pos/report/z-report.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { everyPage } from '../service-calls/pages.ts'
import { type SearchTerms, searchPages } from '../service-calls/search-pages.ts'
import { everyUnmatched } from './every-unmatched.ts'

export type Checked = Extract<ServiceCheck, { kind: 'checked' }>

/** The service's records of a period. */
export interface ServiceFacts {
  /** The payments captured in the period, and in addition each one that the book names. */
  readonly payments: readonly (ServicePayment & { readonly brand: string; readonly settled: boolean })[]
  readonly fees: number
  readonly settlements: Checked['settlements']
  readonly unmatched: Checked['unmatched']
}

type Answer<Value> = Promise<Result<Value, CallFailure>>

/** @param named intents of the book: looked up individually where the search does not return them */
export async function serviceFacts(
  client: ClientSource,
  period: Period,
  named: readonly string[],
): Answer<ServiceFacts> {
  const found = await capturedIn(client, period)
  if (!found.ok) return found
  const intents = new Map(found.value.map((intent) => [intent.id, intent]))
  for (const id of new Set(named)) {
    if (intents.has(id)) continue
    const one = await callService(client, 'payment_intents.get', { params: { id } })
    if (one.ok) intents.set(id, one.value)
    else if (one.error.kind !== 'refused' || one.error.status !== 404) return one
  }
  const [fees, settlements, unmatched] = [
    await everyPage<Fee>((query) => callService(client, 'fees.list', { query }), isBefore(period)),
    await everyPage<Settlement>(
      (query) => callService(client, 'settlements.list', { query }),
      isBefore(period),
    ),
    await everyUnmatched(client),
  ]
  if (!fees.ok) return fees
  // Section 2 names only a settlement's id: a service need not list settlements.
  if (!settlements.ok && !isMissingOperation(settlements.error)) return settlements
  const listed = settlements.ok ? settlements.value.filter(isOf(period)) : []
  if (!unmatched.ok) return unmatched
  return ok({
    payments: [...intents.values()].flatMap(paymentOf),
    fees: fees.value.filter(isOf(period)).reduce((sum, fee) => sum + paidByFee(fee), 0),
    settlements: listed.map(({ id, day, status, amount_captured, amount_refunded, amount_fees }) => ({
      id,
      day,
      status,
      amount_captured,
      amount_refunded,
      amount_fees,
    })),
    unmatched: unmatched.value.map(({ type, id, amount }) => ({ type, id, amount })),
  })
}

/** Intents captured in the period: created in it, or before it within the lifetime of an authorization. */
async function capturedIn(client: ClientSource, period: Period): Answer<readonly PaymentIntent[]> {
  // A counter that has not sold anything. The search refuses a range that ends before it begins.
  if (period.to <= period.from) return ok([])
  const iso = (ms: number) => new Date(ms).toISOString()
  const search = (terms: SearchTerms) => everyPage(searchPages(client, { ...terms, sort_direction: 'asc' }))
  const made = await search({
    created_at_start: iso(period.from),
    // The range includes both ends.
    created_at_end: iso(period.to - 1),
  })
  if (!made.ok) return made
  const earlier = await search({
    status: 'captured',
    created_at_start: iso(Math.max(0, period.from - authorizationLifeMs)),
    created_at_end: iso(Math.max(0, period.from - 1)),
    updated_at_start: iso(period.from),
  })
  if (!earlier.ok) return earlier
  return ok(
    [...made.value, ...earlier.value].filter(
      ({ captured_at }) => captured_at !== null && isIn(period, Date.parse(captured_at)),
    ),
  )
}

interface Dated {
  readonly created_at: string
}

const isOf =
  (period: Period) =>
  ({ created_at }: Dated): boolean =>
    isIn(period, Date.parse(created_at))

/** Whether a page of a list that begins with the newest reaches back to before the period. */
const isBefore =
  (period: Period) =>
  (page: readonly Dated[]): boolean =>
    page.some(({ created_at }) => Date.parse(created_at) < period.from)

function paymentOf(intent: PaymentIntent): ServiceFacts['payments'] {
  const { id, status, latest_payment: payment, captured_at, created_at } = intent
  if (payment === null) return []
  // After a void the captured amount no longer stands; `amount_voided` shows it.
  const captured = Math.max(intent.amount_captured, status === 'captured' ? 0 : intent.amount_voided)
  const stands = status === 'captured' ? intent.amount_captured - givenBackOf(intent) : 0
  return [
    {
      intent_id: id,
      payment_id: payment.id,
      at: Date.parse(captured_at ?? created_at),
      captured,
      returned: captured - stands,
      number: receiptNumberOf(intent),
      by_link: intent.checkout_session_id !== undefined,
      brand: payment.payment_method?.card?.brand ?? '',
      settled: intent.settlement_status === 'settled',
    },
  ]
}
