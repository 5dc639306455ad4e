import { setTimeout as delay } from 'node:timers/promises'
import { newestFirst, readJournal } from '../../../src-main/journal/line-file.ts'
import type { ProcessorName } from '../../../src-service/processor/open-processor.ts'
import { orderIdOf } from '../../../src-service/processor/order-id.ts'
import type { Client } from '../../../src-shared/api/client.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { billCashSchema } from '../../../src-shared/pos/cash/cash-entry.ts'
import { type BankPlace, heldByOrder } from '../support/bank-entries.ts'
import type { Verdict } from './cashier.ts'
import type { CounterHarness } from './sales-harness.ts'

/** The books that must agree: the counters' outcomes, the service's records, the bank's and the drawers' ledgers. */
interface Books {
  readonly intents: readonly PaymentIntent[]
  readonly payments: readonly Payment[]
  /** Amounts at the bank, in cents by order. */
  readonly bank: ReadonlyMap<string, number>
  /** Amounts of each bill in the drawers' ledgers, in cents by terminal and bill number. */
  readonly drawers: ReadonlyMap<string, number>
}

export async function readBooks(
  client: Client,
  processor: ProcessorName,
  place: BankPlace,
  counters: readonly CounterHarness[],
): Promise<Books> {
  const intents: PaymentIntent[] = []
  for (let after: string | undefined; ; ) {
    const page = await client.call('payment_intents.list', {
      query: { limit: 50, ...(after === undefined ? {} : { starting_after: after }) },
    })
    if (!page.ok) throw new Error(`the intents cannot be listed: ${JSON.stringify(page.error)}`)
    intents.push(...page.value.data)
    after = page.value.meta.next_cursor
    if (after === undefined) break
  }
  const payments: Payment[] = []
  for (const { id } of intents) {
    const page = await client.call('payment_intents.list_payments', { params: { id }, query: { limit: 50 } })
    if (!page.ok) throw new Error(`the payments of ${id} cannot be listed`)
    payments.push(...page.value.data)
  }
  return {
    ...{ intents, payments },
    bank: await heldByOrder(processor, place),
    drawers: await heldByBill(counters),
  }
}

async function heldByBill(counters: readonly CounterHarness[]): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>()
  for (const { hsn, drawerFile } of counters) {
    const lines = [...newestFirst(await readJournal(drawerFile))].filter(({ cutOff }) => !cutOff)
    const entries = new Map(lines.map(({ value }) => billCashSchema.parse(value)).map((one) => [one.id, one]))
    for (const { kind, bill, amount } of entries.values()) {
      const key = `${hsn} ${bill}`
      held.set(key, (held.get(key) ?? 0) + (kind === 'sale' ? amount : -amount))
    }
  }
  return held
}

/** Unpaid sales must not leave an open intent; the counters may take this long to close them. */
const closingMs = 120_000

/**
 * @param letTimePass moves the clock: a failed refund at a bank that loses requests is looked up minutes later, and
 * sent again
 */
export async function untilClosed(
  verdicts: readonly Verdict[],
  read: () => Promise<Books>,
  letTimePass: () => Promise<void>,
): Promise<readonly string[]> {
  const end = Date.now() + closingMs
  for (;;) {
    const wrong = disagreements(verdicts, await read())
    if (wrong.length === 0 || Date.now() > end) return wrong
    await letTimePass()
    await delay(2_000)
  }
}

/** @returns every disagreement between the books, in words. */
function disagreements(verdicts: readonly Verdict[], books: Books): readonly string[] {
  const wrong: string[] = []
  const bySaleId = new Map(verdicts.map((verdict) => [verdict.saleId, verdict]))
  const bySale = group(books.intents)
  for (const verdict of verdicts) {
    const intents = bySale.get(verdict.saleId) ?? []
    const captured = intents.filter(({ status }) => status === 'captured')
    const total = captured.reduce((sum, { amount_captured }) => sum + amount_captured, 0)
    if (intents.length > 1) wrong.push(`${verdict.saleId}: ${intents.length} intents`)
    if (verdict.outcome === 'unexplained') wrong.push(`${verdict.saleId}: unexplained, ${verdict.detail}`)
    if (verdict.outcome === 'paid' ? total !== verdict.amount : total !== 0) {
      wrong.push(
        `${verdict.saleId}: outcome ${verdict.outcome} ${verdict.amount}, captured ${total}; ${verdict.detail}`,
      )
    }
    for (const { id, status } of intents) {
      if (status !== 'captured' && status !== 'cancelled')
        wrong.push(`${verdict.saleId}: ${id} is left ${status}`)
    }
  }
  for (const { id, reference_id } of books.intents) {
    if (reference_id === null || !bySaleId.has(reference_id)) wrong.push(`${id}: nobody charged it`)
  }
  const successes = new Map<string, number>()
  for (const { payment_intent_id: id, status } of books.payments) {
    if (status === 'captured') successes.set(id, (successes.get(id) ?? 0) + 1)
    if (status === 'processing') wrong.push(`${id}: a payment is processing still`)
  }
  for (const [id, count] of successes) if (count > 1) wrong.push(`${id}: charged ${count} times`)
  return [...wrong, ...againstTheBank(books), ...againstTheDrawers(verdicts, books)]
}

/**
 * Checks for each payment that the bank's amount taken and not returned equals the service's amount captured and not
 * refunded.
 */
export function againstTheBank({ payments, bank }: Pick<Books, 'payments' | 'bank'>): readonly string[] {
  const wrong: string[] = []
  const held = new Map(bank)
  for (const { id, amount_captured, amount_refunded, status } of payments) {
    const order = orderIdOf(id)
    const taken = held.get(order) ?? 0
    if (taken !== amount_captured - amount_refunded) {
      wrong.push(
        `${id}: ${status} ${amount_captured}, refunded ${amount_refunded}, and the bank holds ${taken}`,
      )
    }
    held.delete(order)
  }
  for (const [order, taken] of held)
    if (taken > 0) wrong.push(`order ${order}: the bank holds ${taken}, and nobody knows it`)
  return wrong
}

/** Checks that the cash taken for each bill is in the drawer's ledger once. */
function againstTheDrawers(verdicts: readonly Verdict[], { drawers }: Books): readonly string[] {
  const held = new Map(drawers)
  const wrong: string[] = []
  for (const { saleId, cash } of verdicts) {
    if (cash === null) continue
    const key = `${cash.hsn} ${cash.bill}`
    if ((held.get(key) ?? 0) !== cash.amount)
      wrong.push(
        `${saleId}: ${cash.amount} taken in cash, and the drawer holds ${held.get(key) ?? 0} of ${key}`,
      )
    held.delete(key)
  }
  for (const [key, amount] of held)
    if (amount !== 0) wrong.push(`${key}: the drawer holds ${amount}, and nobody handed it over`)
  return wrong
}

function group(intents: readonly PaymentIntent[]): ReadonlyMap<string, readonly PaymentIntent[]> {
  const groups = new Map<string, PaymentIntent[]>()
  for (const intent of intents) {
    const key = intent.reference_id ?? ''
    groups.set(key, [...(groups.get(key) ?? []), intent])
  }
  return groups
}
