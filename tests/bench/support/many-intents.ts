import { newIntent, newPayment } from '../../../src-service/intents/documents.ts'
import type { Store, Write } from '../../../src-service/store/store.ts'
import { isoTime } from '../../../src-service/time/clock.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { createRandom } from '../../chaos/support/random.ts'

/** Two years of a shop, with evenly spaced intents, most of them captured and settled. */
const years = 2 * 365 * 86_400_000
const rowsPerCommit = 1000

export interface Shop {
  readonly accountId: string
  readonly businessId: string
}

/** Properties of the rows that a benchmark needs for its requests. */
export interface Filled {
  readonly ids: readonly string[]
  readonly firstDay: number
}

/**
 * Fills a store with a busy shop's intents; they depend only on the count.
 * @param shops an intent in five goes to one of the later ones @param until time of the last one, in ms
 */
export async function fillWithIntents(
  store: Store,
  {
    count,
    shops,
    until,
  }: { readonly count: number; readonly shops: readonly Shop[]; readonly until: number },
): Promise<Filled> {
  const random = createRandom(count)
  let now = 0
  const newId = createIdSource(() => now, random)
  const ids: string[] = []
  const intent = (index: number): Write => {
    now = Math.floor(until - years + (years * index) / count)
    const shop = shops[random() < 0.8 ? 0 : Math.floor(random() * shops.length)] ?? shops[0]
    if (shop === undefined) throw new Error('there is no shop')
    const document = madeUp(index, shop, now, newId, random)
    ids.push(document.id)
    const updated_at = Date.parse(document.updated_at)
    const row = {
      account_id: shop.accountId,
      id: document.id,
      version: 1,
      created_at: now,
      updated_at,
      document,
    }
    return { op: 'insert', kind: 'payment_intent', row }
  }
  for (let from = 0; from < count; from += rowsPerCommit) {
    const size = Math.min(rowsPerCommit, count - from)
    const outcome = await store.commit({ writes: Array.from({ length: size }, (_, at) => intent(from + at)) })
    if (!outcome.ok) throw new Error('the store could not be filled')
  }
  return { ids, firstDay: until - years }
}

/** Nine in ten are captured, one in two hundred has a refund or failed; most amounts are small. */
function madeUp(
  index: number,
  shop: Shop,
  now: number,
  newId: ReturnType<typeof createIdSource>,
  random: () => number,
): PaymentIntent {
  const id = newId('payment_intent')
  const amount = 100 + Math.floor(20_000 * random() ** 3)
  const created_at = isoTime(now)
  const common = { account_id: shop.accountId, business_id: shop.businessId, partner_id: null }
  const intent = newIntent(
    { id, client_secret: `${id}_secret_0123456789abcdef`, amount, currency: 'USD', ...common, created_at },
    { reference_id: `order ${index}`, description: 'Table 4, two guests' },
  )
  const luck = random()
  if (luck > 0.95) return luck > 0.955 ? intent : { ...intent, status: 'failed' }
  const captured_at = isoTime(now + 20_000)
  const settled = random() < 0.99
  const amount_refunded = luck < 0.005 ? amount : 0
  const totals = { amount_authorized: amount, amount_captured: amount, amount_refunded }
  const settlement = settled
    ? {
        settlement_status: 'settled' as const,
        settled_at: isoTime(now + 36_000_000),
        settlement_id: 'se_bench',
      }
    : {}
  const payment = newPayment(
    {
      ...{
        id: newId('payment'),
        amount,
        currency: 'USD',
        payment_intent_id: id,
        payment_method_id: 'pm_bench',
      },
      ...{ account_id: shop.accountId, payment_method: null, payment_provider_type: 'sandbox', created_at },
    },
    { status: 'captured', ...totals, ...settlement, auth_code: '123456' },
  )
  const updated_at = settlement.settled_at ?? captured_at
  return {
    ...intent,
    status: 'captured',
    ...totals,
    ...settlement,
    captured_at,
    updated_at,
    latest_payment: payment,
  }
}
