import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreatePaymentBody } from '../../src-shared/api/schemas/create-payment.ts'
import type { Customer, CustomerAccount } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { BillingDetails, PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import { customerLink, linkOf, wantedLink } from '../customers/links.ts'
import { type CustomerLink, notLinked } from '../intents/customer-rules.ts'
import { missing } from '../intents/load.ts'
import { methodNow } from '../payment-methods/method-now.ts'
import { codeLifeMs } from '../payment-methods/purge-codes.ts'
import { sourceToSend } from '../processor/kept-at.ts'
import type { HeldSource, PaymentSource } from '../processor/payment-source.ts'
import type { Row, Wanted } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { type OpenIntent, openIntent } from './open-intent.ts'
import type { PaymentServices } from './payment-services.ts'

/** An intent, its payment method, and the card or account data for the processor. */
export interface Payable {
  readonly intent: Row<PaymentIntent>
  /** The checkout session of the intent. */
  readonly session: Row<SessionDocument> | null
  readonly method: Row<PaymentMethod>
  /** The link between the method's customer and the account. */
  readonly link: CustomerLink
  readonly billing: BillingDetails
  readonly source: PaymentSource
  /** Whether a security code is stored, which is sent with the first payment. */
  readonly codeHeld: boolean
}

export interface PayableRequest {
  readonly tenantId: string
  readonly accountId: string
  readonly intentId: string
  readonly body: CreatePaymentBody
}

/**
 * Loads everything needed for a payment with a stored method. The method must belong to the account or to a customer
 * linked to it; any other is reported as missing.
 * @param known the intent, if it need not be read
 */
export async function loadPayable(
  services: PaymentServices,
  request: PayableRequest,
  known: Row<PaymentIntent> | null,
): Promise<Result<Payable, ServiceError>> {
  const { body } = request
  const found =
    body.customer_id === undefined
      ? await readByMethod(services, request, body.payment_method_id ?? '', known)
      : await readByCustomer(services, request, body.customer_id, known)
  if (!found.ok) return found
  const { open, methodId, link } = found.value
  const method = usableMethod(services, request.accountId, found.value.method, link)
  if (method === null) return err(noMethod(methodId, 'payment_method_id'))
  const { entry } = found.value
  if (entry === null) return err(nothingStored(method.document))
  const held = codeIn(services, found.value.code)
  const billing = { ...method.document.billing_details, ...body.billing_details }
  const stored = services.vault.openStored(method.id, entry.document)
  const whole = withBilling(stored.source, billing, body.cvv2 ?? held.code)
  const source = sourceToSend(whole, stored.kept, services.processor.name)
  return ok({ method, link, billing, source, codeHeld: held.row, ...open })
}

/** The rows stored under a method's id. */
interface ReadMethod {
  readonly method: Row<PaymentMethod> | null
  readonly entry: Row<VaultEntry> | null
  readonly code: Row<Sealed> | null
}

interface ReadPayable extends ReadMethod {
  readonly open: OpenIntent
  readonly methodId: string
  readonly link: CustomerLink
}

const wantedMethod = (id: string) =>
  [
    { kind: 'payment_method', is: id },
    { kind: 'vault_entry', is: id },
    { kind: 'security_code', is: id },
  ] as const satisfies readonly Wanted[]

const unknownIntent = (
  accountId: string,
  is: string,
  known: Row<PaymentIntent> | null,
): readonly [] | readonly [Wanted] => (known === null ? [{ kind: 'payment_intent', accountId, is }] : [])

async function readByMethod(
  services: PaymentServices,
  { accountId, intentId }: PayableRequest,
  methodId: string,
  known: Row<PaymentIntent> | null,
): Promise<Result<ReadPayable, ServiceError>> {
  const [method, entry, code, link, intent = known] = await services.store.together<
    [PaymentMethod, VaultEntry, Sealed, CustomerAccount, PaymentIntent?]
  >([
    ...wantedMethod(methodId),
    wantedLink(accountId, { of: 0, column: 'customer_id' }),
    ...unknownIntent(accountId, intentId, known),
  ])
  if (intent === null) return err(missing('payment intent', intentId, 'id'))
  const open = await openIntent(services, intent)
  return open.ok ? ok({ open: open.value, methodId, link: linkOf(link), method, entry, code }) : open
}

/** Loads the customer's default method, whose id is known only after the customer was read. */
async function readByCustomer(
  services: PaymentServices,
  request: PayableRequest,
  customerId: string,
  known: Row<PaymentIntent> | null,
): Promise<Result<ReadPayable, ServiceError>> {
  const { store } = services
  const { tenantId, accountId, intentId } = request
  const [customer, newest, intent = known] = await store.together<
    [Customer, CustomerAccount, PaymentIntent?]
  >([
    { kind: 'customer', accountId: tenantId, is: customerId },
    wantedLink(accountId, customerId),
    ...unknownIntent(accountId, intentId, known),
  ])
  if (intent === null) return err(missing('payment intent', intentId, 'id'))
  const open = await openIntent(services, intent)
  if (!open.ok) return open
  if (customer === null || !linkOf(newest).linked) return err(notLinked(customerId))
  const methodId = customer.document.default_payment_method
  if (methodId === null) return err(noDefaultMethod(customerId))
  const [method, entry, code] = await store.together<[PaymentMethod, VaultEntry, Sealed]>(
    wantedMethod(methodId),
  )
  if (entry === null) {
    // The method may have been detached since the customer was read, who may have another default now.
    const now = await store.get<Customer>('customer', tenantId, customerId)
    if (now?.version !== customer.version) return readByCustomer(services, request, customerId, known)
  }
  const owner = method?.document.customer_id
  const link = owner === customerId ? linkOf(newest) : await customerLink(store, accountId, owner)
  return ok({ open: open.value, methodId, link, method, entry, code })
}

/** Loads a payment method by id in its current state, if the account may use it. */
export async function loadMethod(
  services: Pick<PaymentServices, 'store' | 'clock' | 'processor'>,
  accountId: string,
  id: string,
  param: string,
): Promise<Result<{ readonly method: Row<PaymentMethod>; readonly link: CustomerLink }, ServiceError>> {
  const method = await services.store.find<PaymentMethod>('payment_method', id)
  const link = await customerLink(services.store, accountId, method?.document.customer_id)
  const usable = usableMethod(services, accountId, method, link)
  return usable === null ? err(noMethod(id, param)) : ok({ method: usable, link })
}

/** Returns the method in its current state; null when the account may not use it. */
const usableMethod = (
  services: Pick<PaymentServices, 'clock' | 'processor'>,
  accountId: string,
  method: Row<PaymentMethod> | null,
  link: CustomerLink,
): Row<PaymentMethod> | null =>
  method !== null && (method.account_id === accountId || link.linked) ? methodNow(services, method) : null

const noMethod = (id: string, param: string): ServiceError =>
  serviceError('resource_missing', `There is no payment method ${id} in this account.`, { param })

const noDefaultMethod = (customerId: string): ServiceError =>
  serviceError(
    'parameter_invalid',
    `Customer ${customerId} has no default_payment_method. Send a payment_method_id, or set a default first.`,
    { param: 'customer_id' },
  )

/** Returns the security code that the payer typed with the card; one that is too old counts as missing. */
export const heldCode = async (
  services: PaymentServices,
  { account_id, id }: Row<PaymentMethod>,
): Promise<HeldCode> => codeIn(services, await services.store.get<Sealed>('security_code', account_id, id))

interface HeldCode {
  readonly row: boolean
  readonly code: string | undefined
}

function codeIn(
  { vault, clock }: Pick<PaymentServices, 'vault' | 'clock'>,
  row: Row<Sealed> | null,
): HeldCode {
  if (row === null) return { row: false, code: undefined }
  const tooOld = row.created_at <= clock.now() - codeLifeMs
  return { row: true, code: tooOld ? undefined : vault.openCode(row.id, row.document) }
}

/** Adds the data that the card's bank verifies: security code and postal code. */
export function withBilling(
  source: HeldSource,
  billing: BillingDetails,
  cvv: string | undefined,
): HeldSource {
  if (source.kind === 'bank') return source
  const { postal_code } = billing
  return {
    kind: 'card',
    card: {
      ...source.card,
      ...(postal_code === undefined ? {} : { postal_code }),
      ...(cvv === undefined ? {} : { cvv }),
    },
  }
}

export const nothingStored = ({ id, status }: PaymentMethod, param = 'payment_method_id'): ServiceError =>
  status === 'active'
    ? serviceError(
        'parameter_invalid',
        `Payment method ${id} is a record of a card that is stored at another gateway; it cannot be charged here.`,
        { param },
      )
    : spentMethod(id, status, param)

export const spentMethod = (id: string, status: string, param = 'payment_method_id'): ServiceError =>
  serviceError(
    'state_conflict',
    status === 'used'
      ? `Payment method ${id} was valid for one payment and has been used. Collect the details again, or attach a payment method to a customer before you charge it.`
      : `Payment method ${id} is ${status} and cannot be used any more.`,
    { param },
  )
