import type { refundOperations } from '../../src-shared/api/operations/refunds.ts'
import { ok } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import { loadPayment } from '../intents/load.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage, showPage } from '../store/read-page.ts'
import { createRefund } from './create-refund.ts'
import { publicRefund, type RefundDocument } from './documents.ts'
import { loadRefund } from './load.ts'
import { resolveRefund } from './resolve-refund.ts'

/** Section 4.2: refunds of captured payments. The repair job of payments finds out unknown outcomes. */
export function refundsModule(services: Services): ServiceModule<keyof typeof refundOperations> {
  const { store } = services
  return {
    handlers: {
      'refunds.create': ({ caller: { accountId }, params, body, idempotency }) =>
        createRefund(services, { accountId, paymentId: params.id, body, idempotency }),

      'refunds.list_unresolved': async ({ caller, query }) => {
        const accountIds = await accountsInReach(services, caller)
        const where = [{ column: 'unresolved', is: 'not null' }] as const
        return showPage(
          await readPage<RefundDocument>(store, { kind: 'refund', accountIds, where }, query),
          publicRefund,
        )
      },

      'refunds.resolve': ({ caller: { accountId, keyId }, params, body, idempotency }) =>
        resolveRefund(services, { accountId, refundId: params.id, keyId, body, idempotency }),

      'refunds.get': async ({ caller, params }) => {
        const row = await loadRefund(store, caller.accountId, params.id)
        return row.ok ? ok(publicRefund(row.value.document)) : row
      },

      'payments.list_refunds': async ({ caller: { accountId }, params, query }) => {
        const payment = await loadPayment(store, accountId, params.id)
        if (!payment.ok) return payment
        const where = [{ column: 'payment_id', is: '=', value: params.id }] as const
        const scope = { kind: 'refund', accountIds: [accountId], where } as const
        return showPage(await readPage<RefundDocument>(store, scope, query), publicRefund)
      },
    },
  }
}
