import { newCustomer } from '../../../src-service/customers/documents.ts'
import { newIntent, newPayment, newSingleUseCard } from '../../../src-service/intents/documents.ts'
import type { Store, Write } from '../../../src-service/store/store.ts'
import { isoTime } from '../../../src-service/time/clock.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { createRandom } from '../../chaos/support/random.ts'

/** Sales a day, whatever the total: 1,000,000 are two years of a busy shop. */
const perDay = 1_370
const dayMs = 86_400_000
const customers = 2_000
const rowsPerCommit = 1000

const first = ['Ann', 'Ben', 'Chloé', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jun']
const last = ['Abel', 'Brook', 'Castro', 'Dupont', 'Evans', 'Fischer', 'Gómez', 'Hall', 'Ito', 'Jones']
const items = ['Latte', 'Espresso', 'Croissant', 'Bagel', 'Orange juice', 'Muffin', 'Green tea', 'Sandwich']
const brands = ['visa', 'visa', 'visa', 'mastercard', 'mastercard', 'amex', 'discover']

export interface Merchant {
  readonly accountId: string
  readonly businessId: string
}

/**
 * Fills a store with a busy shop's payments, with everything that a manager searches for: cards, cashiers, counters,
 * items, receipt numbers, notes and customers; some refunded, declined, held or never paid. They depend only on the
 * count.
 * @param until time of the last one, in ms
 */
export async function fillWithPayments(
  store: Store,
  { accountId, businessId }: Merchant,
  { count, until }: { readonly count: number; readonly until: number },
): Promise<void> {
  const random = createRandom(count)
  const one = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const digits = (length: number) => String(Math.floor(random() * 10 ** length)).padStart(length, '0')
  let now = Math.floor(until - (count * dayMs) / perDay)
  const newId = createIdSource(() => now, random)

  const insert = <Document extends { readonly id: string }>(
    kind: Write['kind'],
    document: Document,
  ): Write => {
    const row = {
      account_id: accountId,
      version: 1,
      created_at: Math.floor(now),
      updated_at: Math.floor(now),
    }
    return { op: 'insert', kind, row: { ...row, id: document.id, document } }
  }
  const commit = async (writes: readonly Write[]) => {
    const outcome = await store.commit({ writes })
    if (!outcome.ok) throw new Error('the store could not be filled')
  }

  const merchant = await store.find<{ tenant_id: string }>('business', businessId)
  if (merchant === null) throw new Error('the merchant has no business')
  const known = Array.from({ length: customers }, (_, at) =>
    newCustomer(
      {
        id: newId('customer'),
        business_id: businessId,
        primary_account_id: accountId,
        created_at: isoTime(now),
      },
      { name: `${first[at % 10]} ${last[Math.floor(at / 10) % 10]} ${at}`, email: `guest${at}@example.com` },
    ),
  )
  await commit(
    known.map((customer) => {
      const write = insert('customer', customer)
      return write.op === 'delete'
        ? write
        : { ...write, row: { ...write.row, account_id: merchant.account_id } }
    }),
  )

  const sale = (index: number): readonly Write[] => {
    now += Math.floor(dayMs / perDay)
    const id = newId('payment_intent')
    const amount = 100 + Math.floor(20_000 * random() ** 3)
    const created_at = isoTime(now)
    const sold = Array.from({ length: 1 + Math.floor(random() * 3) }, () => one(items))
    const intent = newIntent(
      {
        ...{ id, client_secret: `${id}_secret_0123456789abcdef`, amount, created_at },
        ...{ account_id: accountId, business_id: businessId, partner_id: null, currency: 'USD' },
      },
      {
        reference_id: newId('sale'),
        description:
          random() < 0.2
            ? `Table ${1 + Math.floor(random() * 40)}, ${one(['window', 'terrace', 'bar'])}`
            : null,
        customer_id: random() < 0.1 ? one(known).id : null,
        order_details: {
          items: sold.map((name) => ({ name, quantity: 1, unit_amount: amount, amount })),
          bill: { number: `A${index.toString(36).toUpperCase()}` },
        },
        user_fields: { cashier: one(first), counter: `Counter ${1 + Math.floor(random() * 4)}` },
      },
    )
    const luck = random()
    // Never paid; only on the newest day, as the service and the counters close older ones.
    if (luck < 0.002) return [insert('payment_intent', { ...intent, status: 'cancelled' })]
    const isDeclined = luck < 0.03
    const isHeld = !isDeclined && luck < 0.033 && until - now < 5 * dayMs
    const status = isDeclined ? 'failed' : isHeld ? 'uncaptured' : 'captured'
    const totals = {
      amount_authorized: isDeclined ? 0 : amount,
      amount_captured: status === 'captured' ? amount : 0,
      amount_refunded: status === 'captured' && luck > 0.99 ? (luck > 0.995 ? amount : 100) : 0,
    }
    const settled =
      status === 'captured'
        ? ({
            settlement_status: 'settled',
            settled_at: isoTime(now + dayMs / 3),
            settlement_id: 'se_bench',
          } as const)
        : {}
    const basis = { account_id: accountId, payment_intent_id: id, created_at }
    const payment_method = newSingleUseCard({
      ...{ ...basis, id: newId('payment_method'), source_type: 'card_present', billing_details: {} },
      card: {
        ...{ last_four_digits: digits(4), first_six_digits: `4${digits(5)}`, brand: one(brands) },
        ...{ exp_month: '12', exp_year: '2031', reuse_eligible: false, funding: 'credit' },
      },
    })
    const payment = newPayment(
      {
        ...{ ...basis, id: newId('payment'), amount, currency: 'USD', payment_provider_type: 'sandbox' },
        ...{ payment_method_id: payment_method.id, payment_method },
      },
      {
        ...{ status, ...totals, ...settled, card_present: true, entry_mode: 'Contactless' },
        ...(isDeclined
          ? { failure_code: 'declined', decline_category: 'insufficient_funds' }
          : { auth_code: digits(6) }),
      },
    )
    const standing: PaymentIntent['status'] = isDeclined ? 'cancelled' : status
    const paid = { ...intent, status: standing, ...totals, ...settled, latest_payment: payment }
    return [insert('payment_intent', paid), insert('payment', payment)]
  }
  for (let from = 0; from < count; from += rowsPerCommit) {
    const size = Math.min(rowsPerCommit, count - from)
    await commit(Array.from({ length: size }, (_, at) => sale(from + at)).flat())
  }
}
