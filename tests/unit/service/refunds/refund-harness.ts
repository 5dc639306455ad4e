import { isSavedAnswer } from '../../../../src-service/commit.ts'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import { refundsModule } from '../../../../src-service/refunds/module.ts'
import type { IdempotencyClaim } from '../../../../src-service/store/store.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { refundOperations } from '../../../../src-shared/api/operations/refunds.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { ok, type Result } from '../../../../src-shared/result.ts'
import { mustOf, type Till } from '../intents/payments-harness.ts'

type Parts = { readonly [Key in 'params' | 'query' | 'body' | 'idempotency']?: unknown }

/** The refunds of a till: the same database, the same processor. */
export interface RefundHarness {
  call(name: keyof typeof refundOperations, parts: Parts): Promise<Result<unknown, ServiceError>>
  /** A new intent that is paid by a good card. */
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

export function openRefundHarness(till: Till): RefundHarness {
  const module = refundsModule(till.services)
  const desk: RefundHarness = {
    async call(name, parts) {
      const handler = module.handlers[name] as unknown as Handler<'refunds.create'>
      const request = { caller: till.caller, query: {}, body: {}, idempotency: null, ...parts }
      const result = await handler(request as unknown as HandlerRequest<'refunds.create'>)
      if (!result.ok || !isSavedAnswer(result.value)) return result
      return ok(JSON.parse(result.value.body) as unknown)
    },
    async paid(amount = 1000, intent = {}) {
      const { id } = await till.intent({ amount, ...intent })
      return mustOf(await till.pay(id)).payment
    },
    refund: (id, body = {}, idempotency = null) =>
      desk.call('refunds.create', { params: { id }, body, idempotency }) as Promise<
        Result<Refund, ServiceError>
      >,
    async refunds(id) {
      const page = mustOf(await desk.call('payments.list_refunds', { params: { id }, query: { limit: 50 } }))
      return (page as { data: Refund[] }).data
    },
    read: async (id) => mustOf(await desk.call('refunds.get', { params: { id } })) as Refund,
    payment: async (id) => mustOf(await till.call('payments.get', { params: { id } })) as Payment,
  }
  return desk
}

export const claim = (key: string, fingerprint = 'body'): IdempotencyClaim => ({
  scope: `ten acct POST /payments/pmt/refunds ${key}`,
  fingerprint,
  created_at: Date.now(),
})
