import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '../../../src-shared/api/client.ts'
import type { Cashier } from './place.ts'

/** What others have given back of each payment: the service was asked to, with or without an answer. In cents. */
export type Elsewhere = Map<string, readonly number[]>

const lookMs = 20
/** How long a payment is waited for, in ms. */
const longestMs = 3_000

/**
 * Somebody else gives back a part, or all, of a payment of what the counter shows: its bill, its tab or its approved
 * card. Nothing is done where nothing is paid.
 */
export async function giveBackElsewhere(
  client: () => Client,
  pos: Cashier,
  random: () => number,
  elsewhere: Elsewhere,
): Promise<void> {
  const end = Date.now() + longestMs
  for (let id = paymentShown(pos); Date.now() < end; id = paymentShown(pos)) {
    await delay(lookMs)
    if (id === null) continue
    const found = await client().call('payments.get', { params: { id } })
    if (!found.ok) continue
    const { status, payment_intent_id, amount_captured } = found.value
    const isHeld = status === 'uncaptured'
    if (!isHeld && status !== 'captured') continue
    const all = isHeld || amount_captured < 2 || random() < 0.5
    const amount = all ? amount_captured : Math.floor(amount_captured / 2)
    // Not known where no answer comes.
    const answer = all
      ? await client().call('payment_intents.cancel', { params: { id: payment_intent_id }, body: {} })
      : await client().call('refunds.create', { params: { id }, body: { amount } })
    if (answer.ok || answer.error.kind === 'no_answer') {
      elsewhere.set(id, [...(elsewhere.get(id) ?? []), amount])
    }
    return
  }
}

function paymentShown(pos: Cashier): string | null {
  const now = pos.now()
  if (now === null) return null
  const { sale, bill, tabs } = now
  if (sale.kind === 'approved') return sale.payment.payment_id
  const tender = bill?.tenders.find((one) => one.kind === 'card' && one.status === 'paid')
  if (tender?.kind === 'card') return tender.payment.payment_id
  return tabs[0]?.payment.payment_id ?? null
}
