import { isSavedAnswer } from '../../../../src-service/commit.ts'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import { refundsModule } from '../../../../src-service/refunds/module.ts'
import type { IdempotencyClaim } from '../../../../src-service/store/store.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { refundOperations } from '../../../../src-shared/api/operations/refunds.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { ok, type Result } from '../../../../src-shared/result.ts'
import { mustOf, type PaymentsHarness } from '../intents/payments-harness.ts'

type Parts = { readonly [Key in 'params' | 'query' | 'body' | 'idempotency']?: unknown }

/** The refunds of a payments harness: the same database and processor. */
export interface RefundHarness {
  call(name: keyof typeof refundOperations, parts: Parts): Promise<Result<unknown, ServiceError>>
  /** Creates an intent that is paid with a good card. */
  paid(amount?: number, intent?: object): Promise<Payment>
  refund(
    paymentId: string,
    body?: object,
    idempotency?: IdempotencyClaim | null,
  ): Promise<Result<Refund, ServiceError>>
  refunds(paymentId: string): Promise<readonly Refund[]>
  read(refundId: string): Promise<Refund>
  payment(id: string): Promise<Payment>
}

export function openRefundHarness(harness: PaymentsHarness): RefundHarness {
  const module = refundsModule(harness.services)
  const refundHarness: RefundHarness = {
    async call(name, parts) {
      const handler = module.handlers[name] as unknown as Handler<'refunds.create'>
      const request = { caller: harness.caller, query: {}, body: {}, idempotency: null, ...parts }
      const result = await handler(request as unknown as HandlerRequest<'refunds.create'>)
      if (!result.ok || !isSavedAnswer(result.value)) return result
      return ok(JSON.parse(result.value.body) as unknown)
    },
    async paid(amount = 1000, intent = {}) {
      const { id } = await harness.intent({ amount, ...intent })
      return mustOf(await harness.pay(id)).payment
    },
    refund: (id, body = {}, idempotency = null) =>
      refundHarness.call('refunds.create', { params: { id }, body, idempotency }) as Promise<
        Result<Refund, ServiceError>
      >,
    async refunds(id) {
      const page = mustOf(
        await refundHarness.call('payments.list_refunds', { params: { id }, query: { limit: 50 } }),
      )
      return (page as { data: Refund[] }).data
    },
    read: async (id) => mustOf(await refundHarness.call('refunds.get', { params: { id } })) as Refund,
    payment: async (id) => mustOf(await harness.call('payments.get', { params: { id } })) as Payment,
  }
  return refundHarness
}

export const claim = (key: string, fingerprint = 'body'): IdempotencyClaim => ({
  scope: `ten acct POST /payments/pmt/refunds ${key}`,
  fingerprint,
  created_at: Date.now(),
})
