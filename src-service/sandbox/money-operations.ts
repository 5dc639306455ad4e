import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { sandboxOperations } from '../../src-shared/api/operations/sandbox.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import type { Caller } from '../caller.ts'
import { isoTime } from '../clock.ts'
import { runDecision } from '../commit.ts'
import type { HandlersOf } from '../http/handler.ts'
import { loadIntent, loadPayment } from '../intents/load.ts'
import { loadRefundState } from '../refunds/load.ts'
import type { Services } from '../services.ts'
import { decideCloseDispute, decideDispute, decideReverse } from '../settlement/decide-dispute.ts'
import { decideReturnRefund } from '../settlement/decide-return-refund.ts'
import { newSettlementRecord } from '../settlement/documents.ts'
import { matchRecord } from '../settlement/match.ts'
import { payerOf } from '../settlement/plans.ts'
import { currenciesDue, settleEach } from '../settlement/schedule.ts'
import { insertOf } from '../store/row-writes.ts'

type Names = Extract<
  keyof typeof sandboxOperations,
  `sandbox.${'settlements' | 'settlement_records' | 'payments' | 'refunds'}.${string}`
>

/** What banks and gateways do after a payment, at the touch of a button. */
export function createMoneyOperations(services: Services): HandlersOf<Names> {
  const { store, clock } = services
  const loadTaking = async (accountId: string, paymentId: string) => {
    const payment = await loadPayment(store, accountId, paymentId)
    if (!payment.ok) return payment
    const intent = await loadIntent(store, accountId, payment.value.document.payment_intent_id)
    if (!intent.ok) return intent
    const attempt = { intent: intent.value, payment: payment.value }
    return ok({ attempt, payer: await payerOf(services, accountId) })
  }
  return {
    'sandbox.settlements.close': async ({ caller, body: { account_id: accountId } }) => {
      const own = await ownAccount(services, caller, accountId)
      if (!own.ok) return own
      // What was made in this very millisecond is part of the day that is closed.
      const cutoff = clock.now() + 1
      const due = await currenciesDue(services, accountId, cutoff)
      return settleEach(services, new Set(['USD', ...due]), { accountId, day: null, cutoff })
    },

    'sandbox.settlement_records.create': async ({ caller, body }) => {
      const { account_id, type, retrieval_reference, created_at, amount } = body
      const own = await ownAccount(services, caller, account_id)
      if (!own.ok) return own
      const record = newSettlementRecord(
        {
          id: services.newId('settlement_record'),
          account_id,
          type,
          retrieval_reference,
          gateway_created_at: isoTime(Date.parse(created_at)),
          amount,
        },
        clock.now(),
      )
      const kept = await runDecision(services, {
        load: async () => ok(record),
        decide: (row) => ok({ writes: [insertOf('settlement_record', row)], events: [], reply: row }),
      })
      return kept.ok ? matchRecord(services, kept.value, null) : kept
    },

    'sandbox.payments.dispute': ({ caller: { accountId }, params, body }) =>
      runDecision(services, {
        load: () => loadTaking(accountId, params.id),
        decide: ({ attempt, payer }, context) => decideDispute(attempt, body, payer, context),
      }),

    'sandbox.payments.close_dispute': ({ caller: { accountId }, params, body }) =>
      runDecision(services, {
        load: () => loadTaking(accountId, params.id),
        decide: ({ attempt }, context) => decideCloseDispute(attempt, body.outcome, context),
      }),

    'sandbox.payments.reverse': ({ caller: { accountId }, params, body }) =>
      runDecision(services, {
        load: () => loadTaking(accountId, params.id),
        decide: ({ attempt, payer }, context) => decideReverse(attempt, body, payer, context),
      }),

    'sandbox.refunds.return': ({ caller: { accountId }, params }) =>
      runDecision(services, {
        load: async () => {
          const state = await loadRefundState(store, accountId, params.id)
          return state.ok ? ok({ state: state.value, payer: await payerOf(services, accountId) }) : state
        },
        decide: ({ state, payer }, context) => decideReturnRefund(state, payer, context),
      }),
  }
}

async function ownAccount(
  services: Services,
  caller: Caller,
  accountId: string,
): Promise<Result<void, ServiceError>> {
  const reach = await accountsInReach(services, caller)
  if (reach.includes(accountId)) return ok(undefined)
  const message = `There is no account ${accountId} within the reach of this key. Check account_id.`
  return err(serviceError('resource_missing', message, { param: 'account_id' }))
}
