import type { refundOperations } from '../../src-shared/api/operations/refunds.ts'
import { ok } from '../../src-shared/result.ts'
import { loadPayment } from '../intents/load.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import { createRefund } from './create-refund.ts'
import { publicRefund, type RefundDocument } from './documents.ts'
import { loadRefund } from './load.ts'

/** Section 4.2: refunds of captured payments. What their outcome is, the repair job of payments learns. */
export function refundsModule(services: Services): ServiceModule<keyof typeof refundOperations> {
  const { store } = services
  return {
    handlers: {
      'refunds.create': ({ caller: { accountId }, params, body, idempotency }) =>
        createRefund(services, { accountId, paymentId: params.id, body, idempotency }),

      'refunds.get': async ({ caller, params }) => {
        const row = await loadRefund(store, caller.accountId, params.id)
        return row.ok ? ok(publicRefund(row.value.document)) : row
      },

      'payments.list_refunds': async ({ caller: { accountId }, params, query }) => {
        const payment = await loadPayment(store, accountId, params.id)
        if (!payment.ok) return payment
        const where = [{ column: 'payment_id', is: '=', value: params.id }] as const
        const scope = { kind: 'refund', accountIds: [accountId], where } as const
        const page = await readPage<RefundDocument>(store, scope, query)
        return page.ok ? ok({ ...page.value, data: page.value.data.map(publicRefund) }) : page
      },
    },
  }
}
