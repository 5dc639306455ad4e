import { expect } from 'vitest'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import { createMoneyOperations } from '../../../../src-service/sandbox/money-operations.ts'
import { settlementModule } from '../../../../src-service/settlement/module.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { Fee } from '../../../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import type {
  Settlement,
  SettlementLine,
  SettlementLinePage,
  SettlementRecord,
  UnmatchedItem,
} from '../../../../src-shared/api/schemas/settlement.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { mustOf, type PaymentsHarness } from '../intents/payments-harness.ts'

/** What happens to a harness's money after payment, by the sandbox operations. */
export interface SettlementHarness {
  /** Also checks that the lines of the settlement add up to its sums. */
  close(): Promise<Settlement>
  lines(settlementId: string): Promise<readonly SettlementLine[]>
  settlements(): Promise<readonly Settlement[]>
  dispute(paymentId: string, body?: object): Promise<Result<Payment, ServiceError>>
  closeDispute(paymentId: string, outcome: 'won' | 'lost'): Promise<Result<Payment, ServiceError>>
  reverse(paymentId: string, body?: object): Promise<Result<Payment, ServiceError>>
  returnRefund(refundId: string): Promise<Result<Refund, ServiceError>>
  record(body: object): Promise<SettlementRecord>
  unmatched(): Promise<readonly UnmatchedItem[]>
  fees(paymentId?: string): Promise<readonly Fee[]>
  /** A bank debit that was accepted and has not cleared; the processor's `clear` gives its outcome. */
  pending(amount?: number): Promise<PaymentIntent>
}

export function openSettlementHarness(harness: PaymentsHarness): SettlementHarness {
  const { services, caller } = harness
  const handlers = { ...createMoneyOperations(services), ...settlementModule(services).handlers }
  const call = async (name: keyof typeof handlers, parts: object) =>
    (handlers[name] as unknown as Handler<'settlements.list'>)({
      caller,
      query: {},
      body: {},
      ...parts,
    } as unknown as HandlerRequest<'settlements.list'>) as Promise<Result<unknown, ServiceError>>
  const { accountId: account_id } = caller
  const lines = async (id: string): Promise<readonly SettlementLine[]> => {
    const found: SettlementLine[] = []
    for (let starting_after: string | undefined; ; ) {
      const query = { limit: 7, starting_after }
      const page = mustOf(
        await call('settlements.list_lines', { params: { id }, query }),
      ) as SettlementLinePage
      found.push(...page.data)
      starting_after = page.meta.next_cursor
      if (starting_after === undefined) return found
    }
  }
  return {
    async close() {
      const closed = mustOf(await call('sandbox.settlements.close', { body: { account_id } })) as Settlement
      expect(sumsOfLines(await lines(closed.id)), closed.id).toEqual(sumsOf(closed))
      return closed
    },
    lines,
    settlements: async () =>
      (mustOf(await call('settlements.list', { query: { limit: 50 } })) as { data: Settlement[] }).data,
    dispute: (id, body = {}) =>
      call('sandbox.payments.dispute', { params: { id }, body }) as Promise<Result<Payment, ServiceError>>,
    closeDispute: (id, outcome) =>
      call('sandbox.payments.close_dispute', { params: { id }, body: { outcome } }) as Promise<
        Result<Payment, ServiceError>
      >,
    reverse: (id, body = {}) =>
      call('sandbox.payments.reverse', { params: { id }, body }) as Promise<Result<Payment, ServiceError>>,
    returnRefund: (id) =>
      call('sandbox.refunds.return', { params: { id } }) as Promise<Result<Refund, ServiceError>>,
    record: async (body) =>
      mustOf(
        await call('sandbox.settlement_records.create', { body: { account_id, ...body } }),
      ) as SettlementRecord,
    unmatched: async () =>
      (mustOf(await call('settlements.list_unmatched', {})) as { data: UnmatchedItem[] }).data,
    async fees(paymentId) {
      const where =
        paymentId === undefined ? [] : [{ column: 'source_id', is: '=', value: paymentId } as const]
      const rows = await services.store.list<Fee>('fee', { account_id, where, limit: 100 })
      return rows.map(({ document }) => document)
    },
    async pending(amount = 1000) {
      const { id } = await harness.intent({ amount })
      harness.processor.authorize = async () => ({
        outcome: 'pending',
        retrieval_reference: '600100000001',
        response_code: '000',
        response_text: 'Accepted',
      })
      mustOf(await harness.pay(id))
      delete harness.processor.authorize
      return harness.read(id)
    },
  }
}

const sumsOf = (settlement: Settlement) => ({
  payment: settlement.amount_captured,
  refund: 0 - settlement.amount_refunded,
  dispute: 0 - (settlement.amount_disputed ?? 0),
  reversal: 0 - (settlement.amount_reversed ?? 0),
  fee: 0 - settlement.amount_fees,
  split: 0 - settlement.amount_splits,
  counts: [settlement.payment_count, settlement.refund_count],
})

function sumsOfLines(lines: readonly SettlementLine[]): ReturnType<typeof sumsOf> {
  const of = (type: SettlementLine['type']) => lines.filter((line) => line.type === type)
  const sum = (type: SettlementLine['type']) => of(type).reduce((total, { amount }) => total + amount, 0)
  return {
    ...{ payment: sum('payment'), refund: sum('refund'), dispute: sum('dispute') },
    ...{ reversal: sum('reversal'), fee: sum('fee'), split: sum('split') },
    counts: [of('payment').length, of('refund').length],
  }
}
