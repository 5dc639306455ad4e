import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { CreatePaymentIntentBody } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { refuseUnboarded } from '../accounts/boarded.ts'
import { type CurrencyState, keptCurrency, loadCurrency } from '../accounts/kept-currency.ts'
import type { Caller } from '../caller.ts'
import { refuseRecipients } from '../contractors/refuse-recipients.ts'
import { customerLink, noLink } from '../customers/links.ts'
import { randomText } from '../secrets/random.ts'
import type { Services } from '../services.ts'
import type { CustomerLink } from './customer-rules.ts'
import type { CreateIntentState } from './decide-create-intent.ts'

type PayingCaller = Pick<Caller, 'account'> & { readonly accountId: string }
type NewIntentState = CreateIntentState & Pick<CurrencyState, 'unkept'>
type Loaded = Result<NewIntentState, ServiceError>

/**
 * Loads what the decision about a new intent needs. Most intents name no customer or recipient, and their account is
 * cached: then nothing is read, and the result is not a promise.
 */
export function loadNewIntent(
  services: Services,
  caller: PayingCaller,
  body: CreatePaymentIntentBody,
): Loaded | Promise<Loaded> {
  const refusal = refuseUnboarded(caller.accountId, caller.account)
  if (refusal !== null) return err(refusal)
  const currency = keptCurrency(caller.account)
  const namesNobody = body.payment_splits === undefined && body.customer_id === undefined
  return namesNobody && currency !== null
    ? ok(stateOf(caller, currency, noLink))
    : readNewIntent(services, caller, body)
}

async function readNewIntent(
  services: Services,
  caller: PayingCaller,
  { payment_splits, customer_id }: CreatePaymentIntentBody,
): Promise<Loaded> {
  const { accountId, account } = caller
  const stranger = await refuseRecipients(services, accountId, payment_splits)
  if (stranger !== null) return err(stranger)
  const currency = await loadCurrency(services, accountId, account)
  return ok(stateOf(caller, currency, await customerLink(services.store, accountId, customer_id)))
}

const stateOf = (
  { accountId, account }: PayingCaller,
  { currency, unkept }: CurrencyState,
  customer: CustomerLink,
): NewIntentState => ({
  accountId,
  businessId: account?.business_id ?? null,
  partnerId: account?.partner_id ?? null,
  currency,
  unkept,
  customer,
  secret: randomText(18),
})
