import type { PaymentIntentStatus } from '../../src-shared/api/schemas/payment-intent.ts'
import { givenBackOf, refundableOf } from '../../src-shared/payments/refundable.ts'
import { type VoidObstacle, voidObstacle } from '../../src-shared/payments/voidable.ts'
import type { SaleAnswer, SaleEffectIn } from '../../src-shared/pos/sale/sale-events.ts'
import { saleKeys } from '../../src-shared/pos/sale/sale-keys.ts'
import { pause } from '../async/pause.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { detailOf, refusesThisRequest } from '../service-calls/failures.ts'
import { closeIntent } from './close-intent.ts'
import type { EffectContext } from './effect-context.ts'
import { findIntent } from './find-intent.ts'

/**
 * Returns a payment because a person chose so: cancelling the intent voids it while it is unsettled (section 4.2). A
 * hold is released by a capture of 0, which the service refuses if the payment was captured in the meantime.
 */
export async function voidIntent(
  client: ClientSource,
  { sale, tries, held }: SaleEffectIn<'void_intent'>,
): Promise<SaleAnswer> {
  const params = { id: sale.intent_id ?? '' }
  const idempotencyKey = saleKeys.void(sale, tries)
  const voided = held
    ? await callService(client, 'payment_intents.capture', { params, body: { amount: 0 }, idempotencyKey })
    : await callService(client, 'payment_intents.cancel', {
        params,
        body: { cancellation_reason: 'requested_by_customer' },
        idempotencyKey,
      })
  if (!voided.ok) {
    const refused = refusesThisRequest(voided.error)
    const rest = refused && !held ? await refundRest(client, params.id, saleKeys.voidRest(sale, tries)) : null
    return rest ?? { kind: 'void_failed', refused, detail: detailOf(voided.error) }
  }
  if (voided.value.status === 'cancelled') return { kind: 'void_accepted' }
  return { kind: 'void_failed', refused: false, detail: `The intent is ${voided.value.status}.` }
}

/**
 * Refunds the rest of a partly refunded payment, which cannot be voided; also after its settlement.
 * @returns null if nothing was refunded before, or nothing is left
 */
async function refundRest(
  client: ClientSource,
  intentId: string,
  idempotencyKey: string,
): Promise<SaleAnswer | null> {
  const found = await callService(client, 'payment_intents.get', { params: { id: intentId } })
  const payment = found.ok ? found.value.latest_payment : null
  if (payment === null || givenBackOf(payment) <= 0 || refundableOf(payment) <= 0) return null
  if (!refundable.includes(voidObstacle(payment))) return null
  const params = { id: payment.id }
  const made = await callService(client, 'refunds.create', { params, body: {}, idempotencyKey })
  if (!made.ok) {
    return { kind: 'void_failed', refused: refusesThisRequest(made.error), detail: detailOf(made.error) }
  }
  const { status } = made.value
  // Another part may still wait for the bank, or be disputed: a look-up of the payment shows whether all of it went
  // back.
  return { kind: 'void_failed', refused: status === 'failed', detail: `The refund of the rest is ${status}.` }
}

/** Obstacles to a void that do not prevent a refund. */
const refundable: readonly (VoidObstacle | null)[] = ['refunded', 'taken_back', 'settled']

const pausesMs = [1_000, 5_000, 20_000, 60_000] as const
const pauseMsAfter = (tries: number): number => pausesMs[tries] ?? 60_000

type Closing = Pick<EffectContext, 'client' | 'log' | 'stopped'>

/**
 * Closes an intent that will not be paid, and retries until it is closed: while it is open, a card that is still at the
 * terminal could be charged for a sale that this counter has forgotten. Such a charge is returned, and logged as an
 * error. Rejects once the counter is closed: the intent stays in its journal.
 */
export async function abandonIntent(
  context: Closing,
  { sale_id, intent_id: known, left_at }: SaleEffectIn<'cancel_intent'>,
): Promise<null> {
  const { client, log, stopped } = context
  const intent_id = known ?? (await intentOf(context, sale_id, left_at))
  if (intent_id === null) return null
  let charged = false
  for (let tries = 0; ; tries++) {
    stopped.throwIfAborted()
    const attempt = await closeIntent(client, intent_id, {
      reason: 'abandoned',
      key: saleKeys.abandon(sale_id, tries),
      refundKey: saleKeys.abandonRefund(sale_id),
    })
    const found = attempt.kind === 'closed' ? attempt.returned : isCharged(attempt.status)
    if (found && !charged) {
      charged = true
      log.error({ intent_id }, 'sale.late_charge')
    }
    if (attempt.kind === 'closed') {
      if (attempt.returned) log.error({ intent_id }, 'sale.late_charge_reversed')
      return null
    }
    if (tries === pausesMs.length) log.warn({ intent_id, detail: attempt.detail }, 'sale.intent_still_open')
    await pause(pauseMsAfter(tries), stopped)
  }
}

/** How long a creation is looked for, in ms: an overloaded service may delay it beyond every timeout. */
const longestHeldUpMs = 24 * 3_600_000
/** Interval between two looks for an intent that probably does not exist, in ms. */
const seldomMs = 10 * 60_000

/**
 * Finds the intent of a sale whose creation was not answered. Null once it is certain that the creation did not arrive:
 * no request is delayed for longer than `longestHeldUpMs`.
 */
async function intentOf(
  { client, log, stopped }: Closing,
  saleId: string,
  leftAt: string | undefined,
): Promise<string | null> {
  const age = leftAt === undefined ? longestHeldUpMs : Math.max(0, Date.now() - Date.parse(leftAt))
  const began = performance.now()
  // The clock is looked at once: it may be set while this runs.
  const isLate = () => age + performance.now() - began >= longestHeldUpMs
  for (let tries = 0, empty = 0; ; tries++) {
    const found = await findIntent(client, saleId)
    if (found.ok && found.value !== null) return found.value.id
    if (found.ok) empty++
    const isSeldom = empty > pausesMs.length
    if (isSeldom && isLate()) break
    await pause(isSeldom ? seldomMs : pauseMsAfter(tries), stopped)
  }
  log.info({ sale: saleId }, 'sale.no_intent_to_close')
  return null
}

const isCharged = (status: PaymentIntentStatus | null): boolean =>
  status === 'processing' || status === 'captured' || status === 'uncaptured'
