import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { idPrefixes } from '../../src-shared/ids.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { currencyOf } from '../accounts/currency.ts'
import { pendingOperationOf } from '../intents/pending-operation.ts'
import type { CollectServices } from '../payment-methods/create-token.ts'
import type { Services } from '../services.ts'
import { loadSession } from './load-session.ts'
import { type PageFacts, sessionPage } from './page-view.ts'
import { savePage } from './save-page-view.ts'

export type PageServices = CollectServices & { readonly training: boolean }

/** The account and tenant of the page. */
export interface PageOwner {
  readonly accountId: string
  readonly tenantId: string
}

export const isSavePage = (id: string): boolean => id.startsWith(`${idPrefixes.payment_method_intent}_`)

/** Loads what the page currently shows. */
export async function loadPage(
  services: PageServices,
  { accountId }: PageOwner,
  id: string,
): Promise<Result<CheckoutPage, ServiceError>> {
  const { store } = services
  const facts = await factsOf(services, accountId)
  if (isSavePage(id)) {
    const intent = await store.get<PaymentMethodIntent>('payment_method_intent', accountId, id)
    return intent === null ? err(noPage) : ok(savePage(intent.document, facts))
  }
  const state = await loadSession(store, accountId, id)
  return state.ok ? ok(sessionPage(state.value, facts)) : err(noPage)
}

async function factsOf(services: PageServices, accountId: string): Promise<PageFacts> {
  const { accounts, clock, training } = services
  const account = await accounts.account(accountId)
  if (account === null) throw new Error(`account ${accountId} of a page is missing`)
  const merchantName = account.document.merchant.dba || account.document.name
  const isAsked = (payment: Payment) => isBeingAsked(services, payment)
  const currency = currencyOf(account.document)
  return { merchantName, currency, training, now: clock.verified(), dated: clock.dated, isAsked }
}

/** Whether this process, or another one that may still be waiting, is asking the bank about the payment. */
function isBeingAsked({ inFlight, store, clock, processor }: Services, payment: Payment): boolean {
  if (inFlight.has(payment.id)) return true
  const pending = pendingOperationOf(payment)
  if (!store.shared || pending === null) return false
  return clock.verified() - Date.parse(pending.since) < processor.limits.authorizeMs
}

/** The same message for every reason, so that it does not reveal which links exist. */
export const noPage: ServiceError = serviceError(
  'resource_missing',
  'There is no page with this id and this x-client-secret. Open the complete link again, as it was sent.',
  { param: 'x-client-secret' },
)
