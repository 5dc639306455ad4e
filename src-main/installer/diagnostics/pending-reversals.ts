import type { Client } from '../../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Log } from '../../log.ts'
import { callService } from '../../sale/calls.ts'
import type { JsonFile } from '../../settings/json-file.ts'

/** The money of trial sales: whatever is owed is given back, if not now then later, if not in this run in the next. */
export interface TrialMoney {
  /** On the disk when it resolves. */
  owe(intentId: string): Promise<void>
  /** @returns true when nothing of it is charged any more. False: it goes on in the background. */
  giveBack(intentId: string): Promise<boolean>
  stop(): void
}

/** What a person waits for at the page; about 20 s. */
const patientTries = 12
const pauseMs = (tries: number): number => Math.min(300 * 2 ** tries, 3_000)
const backgroundPauseMs = 30_000

export async function openTrialMoney(options: {
  readonly file: JsonFile<readonly string[]>
  readonly client: () => Client | null
  readonly log: Log
}): Promise<TrialMoney> {
  const { file, client, log } = options
  let owed: readonly string[] = await file.read()
  let stopped = false

  async function paidBack(intentId: string): Promise<void> {
    owed = owed.filter((one) => one !== intentId)
    await file.write(owed)
  }

  async function goOn(intentId: string): Promise<void> {
    for (let tries = 0; !stopped; tries++) {
      if (await attempt(client, intentId, `later-${tries}`)) return paidBack(intentId)
      if (tries === 3) log.error({ intent_id: intentId }, 'the payment of a trial is not given back yet')
      await pause(backgroundPauseMs)
    }
  }
  const inBackground = (intentId: string) =>
    void goOn(intentId).catch((error: unknown) => log.error({ err: error, intent_id: intentId }, 'a trial'))

  for (const intentId of owed) inBackground(intentId)
  return {
    async owe(intentId) {
      owed = [...owed, intentId]
      await file.write(owed)
    },
    async giveBack(intentId) {
      for (let tries = 0; tries < patientTries && !stopped; tries++) {
        if (await attempt(client, intentId, String(tries))) {
          await paidBack(intentId)
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
