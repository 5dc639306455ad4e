import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type {
  CheckoutCollected,
  CollectCheckoutPageBody,
} from '../../src-shared/api/schemas/checkout-page.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { collectMethod } from '../payment-methods/create-token.ts'
import { intentOfHolder } from '../payment-methods/proven-intent.ts'
import { dueFor, knownPostalCode } from './due.ts'
import { isSavePage, loadPage, noPage, type PageOwner, type PageServices } from './load-page.ts'
import { loadSession } from './load-session.ts'
import { refuseTooManyTries } from './session-rules.ts'

/** Stores card or bank details from the hosted page in the vault, and returns what they would be charged. */
export async function collectOnPage(
  services: PageServices,
  owner: PageOwner,
  id: string,
  body: CollectCheckoutPageBody,
): Promise<Result<CheckoutCollected, ServiceError>> {
  const refusal = isSavePage(id) ? ok(undefined) : await refuseDetails(services, owner, id, body)
  if (!refusal.ok) return refusal
  const kind = isSavePage(id) ? 'payment_method_intent' : 'checkout_session'
  const prove = async () => {
    const row = await services.store.get<never>(kind, owner.accountId, id)
    return row === null ? err(noPage) : intentOfHolder(services, kind, row, owner.tenantId)
  }
  const method = await collectMethod(services, prove, body)
  if (!method.ok) return method
  const page = await loadPage(services, owner, id)
  if (!page.ok) return page
  const nothingDue = { amount: 0, surcharge_amount: 0 }
  if (isSavePage(id)) {
    const isKept = method.value.status !== 'failed'
    return ok({ payment_method: isKept ? summaryOf(method.value) : null, ...nothingDue, page: page.value })
  }
  const state = await loadSession(services.store, owner.accountId, id)
  if (!state.ok) return state
  const due = dueFor(state.value.session.document, method.value)
  return ok({ payment_method: summaryOf(method.value), ...due, page: page.value })
}

/** Refuses further tries, and a card without a postal code if a surcharge depends on where it is billed. */
async function refuseDetails(
  services: PageServices,
  owner: PageOwner,
  id: string,
  body: CollectCheckoutPageBody,
): Promise<Result<undefined, ServiceError>> {
  const page = await loadPage(services, owner, id)
  if (!page.ok) return page
  const { billing } = page.value
  const state = await loadSession(services.store, owner.accountId, id)
  if (!state.ok) return state
  const tooMany = refuseTooManyTries(state.value.session.document)
  if (tooMany !== null) return err(tooMany)
  const isMissing = knownPostalCode(body.billing_details) === undefined
  if (billing.postal_code === 'optional' || body.payment_method_type !== 'card' || !isMissing)
    return ok(undefined)
  const message =
    'billing_details.postal_code is required: it determines whether the surcharge applies to a credit card.'
  return refuse('parameter_missing', message, { param: 'billing_details.postal_code' })
}

function summaryOf({ id, payment_method_type: type, card, bank }: PaymentMethod) {
  const last_four_digits = card?.last_four_digits ?? bank?.last_four_digits ?? null
  return { id, type, brand: card?.brand ?? null, last_four_digits, funding: card?.funding ?? null }
}
