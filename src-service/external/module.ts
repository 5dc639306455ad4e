import type { externalOperations } from '../../src-shared/api/operations/external.ts'
import { ok } from '../../src-shared/result.ts'
import { accountOf } from '../accounts/account-of.ts'
import { keepingCurrency } from '../accounts/kept-currency.ts'
import { runDecision } from '../commit.ts'
import type { HandlerRequest } from '../http/handler.ts'
import { randomText } from '../secrets/random.ts'
import type { ServiceModule, Services } from '../services.ts'
import { decideCreateExternal } from './decide-create-external.ts'
import { decideExternalRefund } from './decide-external-refund.ts'
import { decideUpdateExternal, keyAfter } from './decide-update-external.ts'
import { loadExternal, loadExternalRefund, loadReportState } from './load.ts'
import { findReport } from './reports.ts'

type CreateRequest = Pick<HandlerRequest<'external_payments.create'>, 'caller' | 'body' | 'idempotency'>

/**
 * Sections 4.1 and 4.2: payments and refunds of other gateways, stored so that settlement records find them. A
 * gateway's response may quote the card, so an idempotency key stores no plain hash of it (http/idempotency-header.ts).
 */
export function externalModule(services: Services): ServiceModule<keyof typeof externalOperations> {
  const { store } = services
  const create = ({ caller: { accountId }, body, idempotency }: CreateRequest) => {
    const secret = randomText(18)
    return runDecision(services, {
      load: () => loadReportState(services, accountId, secret, body),
      decide: (state, context) =>
        keepingCurrency(decideCreateExternal(state, body, context), state.unkept, context.now),
      idempotency,
    })
  }
  return {
    handlers: {
      'external_payments.create': create,
      'external_payment_intents.create': create,

      'external_payment_intents.update': ({ caller, params, body }) =>
        runDecision(services, {
          load: async () => {
            const accountId = await accountOf(services, caller, 'payment_intent', params.payment_intent_id)
            const state = await loadExternal(store, accountId, params.payment_intent_id)
            if (!state.ok) return state
            const key = keyAfter(state.value.attempt.payment.document, body)
            return ok({ state: state.value, taken: await findReport(store, accountId, key) })
          },
          decide: ({ state, taken }, context) => decideUpdateExternal(state, taken, body, context),
        }),

      'external_refunds.create': ({ caller: { accountId }, body, idempotency }) =>
        runDecision(services, {
          load: () => loadExternalRefund(store, accountId, body),
          decide: (state, context) => decideExternalRefund(state, body, context),
          idempotency,
        }),
    },
  }
}
