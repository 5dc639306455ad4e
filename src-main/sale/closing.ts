import type { Client } from '../../src-shared/api/client.ts'
import type { SaleFacts } from '../../src-shared/pos/sale.ts'
import type { SaleAnswer, SaleEffectIn } from '../../src-shared/pos/sale-events.ts'
import { saleKeys } from '../../src-shared/pos/sale-keys.ts'
import type { Log } from '../log.ts'
import { detailOf } from '../terminal/failures.ts'
import { callService } from './calls.ts'

/** Returns a payment by a person's choice: cancelling the intent voids it while it is unsettled (section 4.2). */
export async function voidIntent(client: () => Client | null, sale: SaleFacts): Promise<SaleAnswer> {
  const voided = await callService(client, 'payment_intents.cancel', {
    params: { id: sale.intent_id ?? '' },
    body: { cancellation_reason: 'requested_by_customer' },
    idempotencyKey: saleKeys.void(sale),
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

const pausesMs = [1_000, 5_000, 20_000] as const

/** Closes an intent nobody will pay. It is tidiness, not money: after a few tries it is left open. */
export async function abandonIntent(
  { client, log }: { readonly client: () => Client | null; readonly log: Log },
  { sale_id, intent_id }: SaleEffectIn<'cancel_intent'>,
): Promise<null> {
  for (const pauseMs of [...pausesMs, null]) {
    const closed = await callService(client, 'payment_intents.cancel', {
      params: { id: intent_id },
      body: { cancellation_reason: 'abandoned' },
      idempotencyKey: saleKeys.abandon(sale_id),
    })
    if (closed.ok || closed.error.kind === 'refused') return null
    if (pauseMs === null)
      log.warn({ intent_id, detail: detailOf(closed.error) }, 'an unpaid intent stays open')
    else await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
  }
  return null
}
