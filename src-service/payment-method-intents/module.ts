import type { paymentMethodIntentOperations } from '../../src-shared/api/operations/payment-method-intents.ts'
import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { ok } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import { runDecision } from '../commit.ts'
import { customerLink } from '../customers/links.ts'
import { secretView } from '../intents/intent-view.ts'
import { randomText } from '../secrets/random.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import { decideCancel, decideCreate, decideUpdate } from './decide-change.ts'
import { startFinishingValidations } from './finish-validations.ts'
import { loadMethodIntent } from './load.ts'

/** Sections 2.7 and 4.2: payment methods that are collected without a payment. `POST /tokens` completes them. */
export function paymentMethodIntentsModule(
  services: Services,
): ServiceModule<keyof typeof paymentMethodIntentOperations> {
  const { store } = services
  const { verifies } = services.processor.capabilities
  let stopFinishing: (() => Promise<void>) | null = null
  return {
    async start() {
      stopFinishing = startFinishingValidations(services)
    },
    async stop() {
      await stopFinishing?.()
    },
    handlers: {
      'payment_method_intents.create': ({ caller: { accountId }, body, idempotency }) =>
        runDecision(services, {
          load: async () =>
            ok({
              accountId,
              customer: await customerLink(store, accountId, body.customer_id),
              secret: randomText(18),
              verifies,
            }),
          decide: (state, context) => decideCreate(state, body, context),
          idempotency,
        }),

      'payment_method_intents.list': async ({ caller, query }) => {
        const accountIds = await accountsInReach(services, caller)
        const scope = { kind: 'payment_method_intent', accountIds } as const
        const page = await readPage<PaymentMethodIntent>(store, scope, query)
        if (!page.ok) return page
        const { data, meta } = page.value
        return ok({ data: data.map((intent) => secretView(intent, caller)), meta })
      },

      'payment_method_intents.get': async ({ caller, params }) => {
        const row = await loadMethodIntent(services, caller, params.id)
        return row.ok ? ok(secretView(row.value.document, caller)) : row
      },

      'payment_method_intents.update': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const intent = await loadMethodIntent(services, caller, params.id)
            if (!intent.ok) return intent
            const { account_id } = intent.value
            const customer = await customerLink(store, account_id, body.customer_id)
            return ok({ intent: intent.value, customer, verifies })
          },
          decide: (state, context) => decideUpdate(state, body, context),
          idempotency,
        }),

      'payment_method_intents.cancel': ({ caller, params, body, idempotency }) =>
        runDecision(services, {
          load: () => loadMethodIntent(services, caller, params.id),
          decide: (row, context) => decideCancel(row, body.cancellation_reason ?? null, context),
          idempotency,
        }),
    },
  }
}
