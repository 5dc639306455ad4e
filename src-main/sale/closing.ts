import type { Client } from '../../src-shared/api/client.ts'
import type { SaleAnswer, SaleEffectIn } from '../../src-shared/pos/sale-events.ts'
import { saleKeys } from '../../src-shared/pos/sale-keys.ts'
import type { Log } from '../log.ts'
import { detailOf } from '../terminal/failures.ts'
import { callService } from './calls.ts'

/** Returns a payment by a person's choice: cancelling the intent voids it while it is unsettled (section 4.2). */
export async function voidIntent(
  client: () => Client | null,
  { sale, tries }: SaleEffectIn<'void_intent'>,
): Promise<SaleAnswer> {
  const voided = await callService(client, 'payment_intents.cancel', {
    params: { id: sale.intent_id ?? '' },
    body: { cancellation_reason: 'requested_by_customer' },
    idempotencyKey: saleKeys.void(sale, tries),
  })
  if (!voided.ok) {
    return {
      kind: 'void_failed',
      refused: voided.error.kind === 'refused' && voided.error.status < 500,
      detail: detailOf(voided.error),
    }
  }
  if (voided.value.status === 'cancelled') return { kind: 'void_accepted' }
  return { kind: 'void_failed', refused: false, detail: `The intent is ${voided.value.status}.` }
}

const pausesMs = [1_000, 5_000, 20_000, 60_000] as const

/**
 * Closes an intent nobody will pay, asking for as long as it takes: while it is open, a card that is still at the
 * terminal could be charged for a sale this counter has forgotten. If that happened, it is logged as an error.
 */
export async function abandonIntent(
  { client, log }: { readonly client: () => Client | null; readonly log: Log },
  { sale_id, intent_id }: SaleEffectIn<'cancel_intent'>,
): Promise<null> {
  for (let tries = 0; ; tries++) {
    const closed = await callService(client, 'payment_intents.cancel', {
      params: { id: intent_id },
      body: { cancellation_reason: 'abandoned' },
      idempotencyKey: saleKeys.abandon(sale_id),
    })
    if (closed.ok && closed.value.status === 'cancelled') {
      if (
        closed.value.latest_payment?.status === 'voided' ||
        closed.value.latest_payment?.status === 'cancelled'
      )
        log.error({ intent_id }, 'sale.late_charge_reversed')
      return null
    }
    if (!closed.ok && closed.error.kind === 'refused' && (await isSettled(client, intent_id, log)))
      return null
    if (tries === pausesMs.length && !closed.ok)
      log.warn({ intent_id, detail: detailOf(closed.error) }, 'sale.intent_still_open')
    const pauseMs = pausesMs[Math.min(tries, pausesMs.length - 1)]
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
  }
}

/** Why the service refused to close it. False while that may still change. */
async function isSettled(client: () => Client | null, intent_id: string, log: Log): Promise<boolean> {
  const intent = await callService(client, 'payment_intents.get', { params: { id: intent_id } })
  if (!intent.ok) return intent.error.kind === 'refused' && intent.error.error.code === 'resource_missing'
  const { status } = intent.value
  switch (status) {
    case 'processing':
    case 'captured':
    case 'uncaptured':
      log.error({ intent_id, status }, 'sale.late_charge')
      return status !== 'processing'
    case 'created':
      return false
    default:
      return true
  }
}
