import { isDeepStrictEqual } from 'node:util'
import { brokenInvariant, isStatusOfBoth } from '../../../src-service/intents/states.ts'
import { type LedgerEntry, paidBackOf } from '../../../src-service/processor/sandbox/ledger.ts'
import type { RefundDocument } from '../../../src-service/refunds/documents.ts'
import { tables } from '../../../src-service/store/tables.ts'
import type { Fee } from '../../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Settlement } from '../../../src-shared/api/schemas/settlement.ts'
import type { Sale } from './cashiers.ts'
import { differingColumns, type Query } from './database.ts'

/** All records about money in the database, and their inconsistencies. */
export interface Money {
  readonly intents: ReadonlyMap<string, PaymentIntent>
  readonly payments: ReadonlyMap<string, Payment>
  readonly refunds: ReadonlyMap<string, RefundDocument>
  readonly fees: readonly Fee[]
  readonly settlements: ReadonlyMap<string, Settlement>
  readonly problems: string[]
}

type MoneyKind = 'payment_intent' | 'payment' | 'refund' | 'fee' | 'settlement'

export async function readMoney(query: Query): Promise<Money> {
  const problems: string[] = []
  const read = async <Document extends { readonly id: string }>(kind: MoneyKind) => {
    const { name, columns } = tables[kind]
    const found = new Map<string, Document>()
    for (const row of await query(`SELECT id, document, ${columns.join(', ')} FROM ${name} ORDER BY id`)) {
      const document = JSON.parse(String(row.document)) as Document
      found.set(document.id, document)
      for (const column of differingColumns(kind, row, document)) {
        problems.push(`${document.id}: ${column} differs from its column`)
      }
    }
    return found
  }
  const money = {
    intents: await read<PaymentIntent>('payment_intent'),
    payments: await read<Payment>('payment'),
    refunds: await read<RefundDocument>('refund'),
    fees: [...(await read<Fee>('fee')).values()],
    settlements: await read<Settlement>('settlement'),
    problems,
  }
  findBroken(money)
  return money
}

const unsuccessful: readonly Payment['status'][] = ['failed', 'cancelled', 'voided', 'rejected']

/** Checks invariants that must hold at every moment, also during a settlement. */
function findBroken({ intents, payments, refunds, fees, settlements, problems }: Money): void {
  const refundsOf = groupBy([...refunds.values()], (refund) => refund.payment_id)
  const feesOf = groupBy(fees, (fee) => fee.source_id ?? '')
  const successes = new Set<string>()
  for (const { id, status, latest_payment } of intents.values()) {
    if (isStatusOfBoth(status) && latest_payment?.status !== status) {
      problems.push(`${id}: is ${status}, and its payment ${latest_payment?.status}`)
    }
  }
  for (const payment of payments.values()) {
    const report = (what: string) => problems.push(`${payment.id}: ${what}`)
    const broken = brokenInvariant(payment)
    if (broken !== null) report(broken)
    const intent = intents.get(payment.payment_intent_id)
    if (intent === undefined) report('has no intent')
    else if (intent.latest_payment?.id === payment.id && !isDeepStrictEqual(intent.latest_payment, payment)) {
      report('is not what its intent says')
    }
    if (!unsuccessful.includes(payment.status)) {
      if (successes.has(payment.payment_intent_id)) report('is a second success of its intent')
      successes.add(payment.payment_intent_id)
    }
    const own = refundsOf.get(payment.id) ?? []
    const refunded = own
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    if (refunded !== payment.amount_refunded) {
      report(`says ${payment.amount_refunded} is refunded, its refunds come to ${refunded}`)
    }
    // In this load no void is late: a void is settled by the commit that settles its payment.
    for (const { id, settlement_id, status, gateway_response } of own) {
      const isVoid = gateway_response.operation === 'void' && status === 'succeeded'
      if (isVoid && settlement_id !== payment.settlement_id) report(`is settled apart from its void ${id}`)
    }
    const settled = payment.settlement_status === 'settled'
    if (settled && !settlements.has(payment.settlement_id ?? '')) report('is settled by nothing')
    const processing = (feesOf.get(payment.id) ?? []).filter(
      ({ fee_type }) => fee_type === 'PROCESSING',
    ).length
    const due = settled && payment.gateway_response.void_reference === undefined ? 1 : 0
    if (processing !== due) report(`has ${processing} processing fees, ${due} are due`)
  }
}

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Which acknowledged sales are missing in the database. @param final nothing is in progress any more */
export function compareSales(money: Money, sales: readonly Sale[], final: boolean): readonly string[] {
  const wrong: string[] = [...money.problems]
  const refundsOf = groupBy([...money.refunds.values()], (refund) => refund.payment_id)
  for (const sale of sales) {
    if (sale.intent === null) continue
    const report = (what: string) => wrong.push(`${sale.reference}: ${what}`)
    const intent = money.intents.get(sale.intent.id)
    if (intent === undefined) {
      report('its intent was acknowledged and lost')
      continue
    }
    if (sale.step === 'done' && sale.source === 'bank that returns' && intent.status !== 'failed') {
      report(`its debit was returned, it is ${intent.status}`)
    }
    const inDoubt = sale.waiting || sale.step === 'cancel'
    if (sale.captured && !sale.cancelled && !inDoubt && intent.amount_captured !== sale.amount) {
      report(`its capture was acknowledged, but ${intent.amount_captured} are captured`)
    }
    if (sale.cancelled && intent.status !== 'cancelled')
      report(`its cancel was acknowledged, it is ${intent.status}`)
    for (const refund of sale.refunds) {
      const kept = money.refunds.get(refund.id)
      // The operator has found that the bank never received it.
      const isNotPaid = kept?.status === 'failed' && kept.failure_code !== 'resolved_not_refunded'
      if (kept?.amount !== refund.amount || isNotPaid) report(`refund ${refund.id} is lost`)
    }
    const kept = sale.paymentId === null ? [] : (refundsOf.get(sale.paymentId) ?? [])
    const mayBe = sale.refunds.length + (sale.step === 'refund' && !final ? 1 : 0)
    if (kept.length > mayBe) report(`${kept.length} refunds were made, ${mayBe} were asked for`)
  }
  return wrong
}

/** Checks at the end that nothing is open, and the processor's own books agree. */
export function compareLedger(money: Money, entries: readonly LedgerEntry[]): readonly string[] {
  const entryOf = new Map(entries.map((entry) => [entry.payment_id, entry]))
  const wrong: string[] = []
  for (const payment of money.payments.values()) {
    const report = (what: string) => wrong.push(`${payment.id}: ${what}`)
    if (payment.status === 'processing' || payment.status === 'pending') report(`is still ${payment.status}`)
    if (payment.status === 'rejected' && entryOf.get(payment.id)?.returned !== true)
      report('was not returned')
    if (payment.status === 'captured' && payment.settlement_status !== 'settled') report('was never settled')
    if (payment.status !== 'captured') continue
    const entry = entryOf.get(payment.id)
    const voided = payment.gateway_response.void_reference !== undefined
    if (entry === undefined || entry.voided !== voided) report('the processor does not hold it')
    else if (!voided && entry.captured !== payment.amount_captured)
      report('the processor captured another amount')
    const paidBack = entry === undefined ? 0 : paidBackOf(entry)
    if (!voided && paidBack !== payment.amount_refunded) {
      report(`the processor paid back ${paidBack}, we believe ${payment.amount_refunded}`)
    }
  }
  for (const refund of money.refunds.values()) {
    if (refund.failure_code === 'returned_by_bank') continue
    if (refund.status !== 'succeeded' || refund.settlement_status !== 'settled')
      wrong.push(`${refund.id}: is open`)
  }
  for (const settlement of money.settlements.values()) wrong.push(...wrongSums(money, settlement))
  return wrong
}

function wrongSums({ payments, refunds }: Money, settlement: Settlement): readonly string[] {
  const inIt = <Item extends { readonly settlement_id: string | null }>(items: Iterable<Item>) =>
    [...items].filter(({ settlement_id }) => settlement_id === settlement.id)
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const found = {
    status: 'closed',
    payment_count: inIt(payments.values()).length,
    refund_count: inIt(refunds.values()).length,
    amount_captured: sum(inIt(payments.values()).map(({ amount_captured }) => amount_captured)),
    amount_refunded: sum(inIt(refunds.values()).map(({ amount }) => amount)),
  } as const
  const names = Object.keys(found) as (keyof typeof found)[]
  return names
    .filter((name) => found[name] !== settlement[name])
    .map((name) => `${settlement.id}: ${name} is ${settlement[name]}, ${found[name]} is right`)
}
