import { refuse } from '../../src-shared/api/errors.ts'
import type { feeOperations } from '../../src-shared/api/operations/fees.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import { ok } from '../../src-shared/result.ts'
import { keepingCurrency, loadCurrency } from '../accounts/kept-currency.ts'
import { runDecision } from '../commit.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import type { Condition } from '../store/store.ts'
import { decideCreateFee } from './decide-create-fee.ts'
import { decideRefundFee } from './decide-refund-fee.ts'
import { loadFee, loadRefundableFee } from './load.ts'

/** Section 4.2: fees. The settlement run books processing fees; manual fees are made here. */
export function feesModule(services: Services): ServiceModule<keyof typeof feeOperations> {
  return {
    handlers: {
      'fees.list': ({ caller: { accountId }, query: { fee_type, source_id, ...page } }) => {
        const where: Condition[] = []
        if (fee_type !== undefined) where.push({ column: 'fee_type', is: '=', value: fee_type })
        if (source_id !== undefined) where.push({ column: 'source_id', is: '=', value: source_id })
        return readPage<Fee>(services.store, { kind: 'fee', accountIds: [accountId], where }, page)
      },

      'fees.create': ({ caller: { accountId }, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const { unkept } = await loadCurrency(services, accountId)
            const account = await services.accounts.account(accountId)
            if (account !== null) return ok({ account, unkept })
            return refuse('resource_missing', `There is no account ${accountId}.`, {
              param: 'x-account-id',
            })
          },
          decide: ({ account, unkept }, context) =>
            keepingCurrency(decideCreateFee(account, body, context), unkept, context.now),
          idempotency,
        }),

      'fees.get': async ({ caller, params }) => {
        const row = await loadFee(services, caller, params.id)
        return row.ok ? ok(row.value.document) : row
      },

      'fees.refund': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => loadRefundableFee(services, caller, params.id),
          decide: (state, context) => decideRefundFee(state, body, context),
          idempotency,
        }),
    },
  }
}
