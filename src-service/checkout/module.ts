import type {
  checkoutPageOperations,
  checkoutSessionOperations,
} from '../../src-shared/api/operations/checkout.ts'
import type { UpdateCheckoutSessionBody } from '../../src-shared/api/schemas/checkout-session.ts'
import { err, ok } from '../../src-shared/result.ts'
import { refuseUnboarded } from '../accounts/boarded.ts'
import { keepingCurrency, loadCurrency } from '../accounts/kept-currency.ts'
import { runDecision } from '../commit.ts'
import { refuseRecipients } from '../contractors/refuse-recipients.ts'
import { customerLink } from '../customers/links.ts'
import type { CollectServices } from '../payment-methods/create-token.ts'
import { randomText } from '../secrets/random.ts'
import type { ServiceModule } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import type { DecisionResult } from '../use-case.ts'
import { collectOnPage } from './collect.ts'
import { decideCreateSession } from './decide-create-session.ts'
import { decideExpireSession } from './decide-expire-session.ts'
import { decideUpdateSession } from './decide-update-session.ts'
import { type SessionDocument, sessionView } from './documents.ts'
import { startExpiring } from './expiry-pass.ts'
import { loadPage } from './load-page.ts'
import { asOf, isPastItsTime, loadSession } from './load-session.ts'
import { payOnPage } from './pay.ts'

export interface CheckoutOptions {
  /** Base URL at which payers reach the service, such as https://pay.example.com; known once the service listens. */
  readonly publicUrl: () => string
  /** Maximum time that a session may be open, from its creation, in ms. */
  readonly windowMs: number
  readonly training: boolean
}

/** Sections 2.6 and 4.2: hosted checkout sessions, and the operations that their page calls. */
export function checkoutModule(
  services: CollectServices,
  { publicUrl, windowMs, training }: CheckoutOptions,
): ServiceModule<keyof typeof checkoutSessionOperations | keyof typeof checkoutPageOperations> {
  const { store, clock } = services
  const pageServices = { ...services, training }
  let stopExpiring: (() => Promise<void>) | null = null
  /** Callers that may write get the secret. */
  const shown = (decision: DecisionResult<SessionDocument>) =>
    decision.ok
      ? ok({
          ...decision.value,
          reply: sessionView(decision.value.reply, { level: 'account' }, publicUrl(), clock),
        })
      : decision
  const refuseShares = (
    accountId: string,
    { payment_intent_data: data }: Pick<UpdateCheckoutSessionBody, 'payment_intent_data'>,
  ) => refuseRecipients(services, accountId, data?.payment_splits, 'payment_intent_data.payment_splits')
  const current = async (session: SessionDocument): Promise<SessionDocument> => {
    if (session.status !== 'open' || !isPastItsTime(session, clock.verified())) return session
    const state = await loadSession(store, session.account_id, session.id)
    return state.ok ? asOf(state.value, clock.verified()) : session
  }
  return {
    async start() {
      stopExpiring = startExpiring(services)
    },
    async stop() {
      await stopExpiring?.()
    },
    handlers: {
      'checkout_sessions.create': ({ caller: { accountId, account }, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const refusal = refuseUnboarded(accountId, account)
            if (refusal !== null) return err(refusal)
            const stranger = await refuseShares(accountId, body)
            if (stranger !== null) return err(stranger)
            return ok({
              accountId,
              businessId: account?.business_id ?? null,
              partnerId: account?.partner_id ?? null,
              ...(await loadCurrency(services, accountId, account)),
              customer: await customerLink(store, accountId, body.payment_intent_data.customer_id),
              secret: randomText(18),
              sessionSecret: randomText(18),
              publicUrl: publicUrl(),
            })
          },
          decide: (state, context) =>
            shown(keepingCurrency(decideCreateSession(state, body, context), state.unkept, context.now)),
          idempotency,
        }),

      'checkout_sessions.list': async ({ caller, query }) => {
        const scope = { kind: 'checkout_session', accountIds: [caller.accountId] } as const
        const page = await readPage<SessionDocument>(store, scope, query)
        if (!page.ok) return page
        const sessions = await Promise.all(page.value.data.map(current))
        const data = sessions.map((session) => sessionView(session, caller, publicUrl(), clock))
        return ok({ data, meta: page.value.meta })
      },

      'checkout_sessions.get': async ({ caller, params }) => {
        const state = await loadSession(store, caller.accountId, params.id)
        if (!state.ok) return state
        return ok(sessionView(asOf(state.value, clock.verified()), caller, publicUrl(), clock))
      },

      'checkout_sessions.update': ({ caller: { accountId }, params, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const state = await loadSession(store, accountId, params.id)
            if (!state.ok) return state
            const stranger = await refuseShares(accountId, body)
            if (stranger !== null) return err(stranger)
            const customer = await customerLink(store, accountId, body.payment_intent_data?.customer_id)
            return ok({ ...state.value, customer, windowMs })
          },
          decide: (state, context) => shown(decideUpdateSession(state, body, context)),
          idempotency,
        }),

      'checkout_sessions.expire': ({ caller: { accountId }, params, idempotency }) =>
        runDecision(services, {
          load: () => loadSession(store, accountId, params.id),
          decide: (state, context) => shown(decideExpireSession(state, context)),
          idempotency,
        }),

      'checkout_pages.get': ({ caller, params }) => loadPage(pageServices, caller, params.id),

      'checkout_pages.collect': ({ caller, params, body }) =>
        collectOnPage(pageServices, caller, params.id, body),

      'checkout_pages.pay': ({ caller: owner, params: { id }, body, idempotency: claim }) =>
        payOnPage(pageServices, { owner, id, body, claim }),
    },
  }
}
