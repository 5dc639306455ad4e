import type { Client } from '../../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Log } from '../../log.ts'
import { callService } from '../../sale/calls.ts'
import type { JsonFile } from '../../settings/json-file.ts'

/** Payments of test sales that are still to be reversed: if not now then later, if not in this run in the next. */
export interface PendingReversals {
  /** On the disk when it resolves. */
  add(intentId: string): Promise<void>
  /** @returns true when nothing of it is charged any more. False: attempts go on in the background. */
  reverse(intentId: string): Promise<boolean>
  stop(): void
}

/** While a person waits at the page: about 20 s of attempts. */
const patientTries = 12
const pauseMs = (tries: number): number => Math.min(300 * 2 ** tries, 3_000)
const backgroundPauseMs = 30_000

export async function openPendingReversals(options: {
  readonly file: JsonFile<readonly string[]>
  readonly client: () => Client | null
  readonly log: Log
}): Promise<PendingReversals> {
  const { file, client, log } = options
  let pending: readonly string[] = await file.read()
  let stopped = false

  async function reversed(intentId: string): Promise<void> {
    pending = pending.filter((one) => one !== intentId)
    await file.write(pending)
  }

  async function retry(intentId: string): Promise<void> {
    for (let tries = 0; !stopped; tries++) {
      if (await attempt(client, intentId, `later-${tries}`)) return reversed(intentId)
      if (tries === 3) log.error({ intent_id: intentId }, 'diagnostics.reversal_pending')
      await pause(backgroundPauseMs)
    }
  }
  const inBackground = (intentId: string) =>
    void retry(intentId).catch((error: unknown) =>
      log.error({ err: error, intent_id: intentId }, 'diagnostics.reversal_failed'),
    )

  for (const intentId of pending) inBackground(intentId)
  return {
    async add(intentId) {
      pending = [...pending, intentId]
      await file.write(pending)
    },
    async reverse(intentId) {
      for (let tries = 0; tries < patientTries && !stopped; tries++) {
        if (await attempt(client, intentId, String(tries))) {
          await reversed(intentId)
          return true
        }
        await pause(pauseMs(tries))
      }
      inBackground(intentId)
      return false
    },
    stop() {
      stopped = true
    },
  }
}

/** Cancelling an intent voids its payment while that is unsettled (section 4.2); afterwards it is refunded. */
async function attempt(client: () => Client | null, intentId: string, round: string): Promise<boolean> {
  const params = { id: intentId }
  const cancelled = await callService(client, 'payment_intents.cancel', {
    params,
    body: { cancellation_reason: 'abandoned' },
    idempotencyKey: `${intentId}-return-${round}`,
  })
  if (cancelled.ok) return cancelled.value.status === 'cancelled'
  if (cancelled.error.kind !== 'refused') return false
  const found = await callService(client, 'payment_intents.get', { params })
  if (!found.ok) return false
  return found.value.status === 'cancelled' || refunded(client, found.value)
}

async function refunded(client: () => Client | null, intent: PaymentIntent): Promise<boolean> {
  const { latest_payment: payment, status, settlement_status } = intent
  if (status !== 'captured' || settlement_status !== 'settled' || payment === null) return false
  if (payment.amount_refunded >= payment.amount_captured) return true
  const refund = await callService(client, 'refunds.create', {
    params: { id: payment.id },
    body: {},
    idempotencyKey: `${intent.id}-return-refund`,
  })
  return refund.ok && refund.value.status !== 'failed' && refund.value.awaits !== 'processor'
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
