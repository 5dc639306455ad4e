import type { paymentOperations } from '../../src-shared/api/operations/payments.ts'
import type { searchOperations } from '../../src-shared/api/operations/search.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok } from '../../src-shared/result.ts'
import { accountOf } from '../accounts/account-of.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import { keepingCurrency } from '../accounts/kept-currency.ts'
import { createPayment } from '../authorize/create-payment.ts'
import { runDecision } from '../commit.ts'
import { refuseRecipients } from '../contractors/refuse-recipients.ts'
import { customerLink } from '../customers/links.ts'
import { startRepair } from '../repair/repair-schedule.ts'
import { resolvePayment } from '../repair/resolve.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage, showPage } from '../store/read-page.ts'
import { cancelIntent } from './cancel.ts'
import { captureIntent } from './capture.ts'
import { decideCreateIntent } from './decide-create-intent.ts'
import { decidePatchIntent } from './decide-update-intent.ts'
import { findIntents } from './find.ts'
import { secretView } from './intent-view.ts'
import { loadIntent, loadPayment } from './load.ts'
import { loadNewIntent } from './load-new-intent.ts'
import { searchIntents } from './search.ts'

/** Sections 4.1 and 4.2: payment intents and their payments, and the job that resolves unknown outcomes. */
export function paymentsModule(
  services: Services,
): ServiceModule<keyof typeof paymentOperations | keyof typeof searchOperations> {
  const { store } = services
  let stopRepair: (() => Promise<void>) | null = null
  return {
    async start() {
      stopRepair = startRepair(services)
    },
    async stop() {
      await stopRepair?.()
    },
    handlers: {
      'payment_intents.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: () => loadNewIntent(services, caller, body),
          decide: (state, context) =>
            keepingCurrency(decideCreateIntent(state, body, context), state.unkept, context.now),
          idempotency,
        }),

      'payment_intents.list': async ({ caller, query }) => {
        const accountIds = await accountsInReach(services, caller)
        const page = await readPage<PaymentIntent>(store, { kind: 'payment_intent', accountIds }, query)
        return showPage(page, (intent) => secretView(intent, caller))
      },

      'payment_intents.search': ({ caller, body }) => searchIntents(services, caller, body),

      'payment_intents.find': ({ caller, body }) => findIntents(services, caller, body),

      'payment_intents.get': async ({ caller, params }) => {
        const row = await loadIntent(store, caller.accountId, params.id)
        return row.ok ? ok(secretView(row.value.document, caller)) : row
      },

      'payment_intents.update': ({ caller: { accountId }, params, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const intent = await loadIntent(store, accountId, params.id)
            if (!intent.ok) return intent
            const stranger = await refuseRecipients(services, accountId, body.payment_splits)
            if (stranger !== null) return err(stranger)
            return ok({
              intent: intent.value,
              customer: await customerLink(store, accountId, body.customer_id),
            })
          },
          decide: (state, context) => decidePatchIntent(state, body, context),
          idempotency,
        }),

      'payment_intents.cancel': ({ caller, params, body, idempotency }) =>
        cancelIntent(services, {
          accountId: caller.accountId,
          intentId: params.id,
          reason: body.cancellation_reason ?? null,
          idempotency,
        }),

      'payment_intents.capture': ({ caller, params, body, idempotency }) =>
        captureIntent(services, { accountId: caller.accountId, intentId: params.id, body, idempotency }),

      'payment_intents.list_payments': async ({ caller, params, query }) => {
        const accountId = await accountOf(services, caller, 'payment_intent', params.id)
        const intent = await loadIntent(store, accountId, params.id)
        if (!intent.ok) return intent
        const where = [{ column: 'payment_intent_id', is: '=', value: params.id }] as const
        return readPage<Payment>(store, { kind: 'payment', accountIds: [accountId], where }, query)
      },

      'payments.create': ({ caller: { tenantId, accountId }, params, body, idempotency }) =>
        createPayment(services, { tenantId, accountId, intentId: params.id, body, idempotency }),

      'payments.list_unresolved': async ({ caller, query }) => {
        const accountIds = await accountsInReach(services, caller)
        const where = [{ column: 'unresolved', is: 'not null' }] as const
        return readPage<Payment>(store, { kind: 'payment', accountIds, where }, query)
      },

      'payments.resolve': ({ caller: { accountId, keyId }, params, body, idempotency }) =>
        resolvePayment(services, { accountId, paymentId: params.id, keyId, body, idempotency }),

      'payments.get': async ({ caller, params }) => {
        const row = await loadPayment(store, caller.accountId, params.id)
        return row.ok ? ok(row.value.document) : row
      },
    },
  }
}
