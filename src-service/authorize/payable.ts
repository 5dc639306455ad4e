import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreatePaymentBody } from '../../src-shared/api/schemas/create-payment.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { BillingDetails, PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import { customerLink } from '../customers/links.ts'
import { type CustomerLink, notLinked } from '../intents/customer-rules.ts'
import { methodNow } from '../payment-methods/method-now.ts'
import { codeLifeMs } from '../payment-methods/purge-codes.ts'
import { sourceToSend } from '../processor/kept-at.ts'
import type { HeldSource, PaymentSource } from '../processor/payment-source.ts'
import type { Row } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { loadOpenIntent } from './open-intent.ts'
import type { PaymentServices } from './payment-services.ts'

/** An intent, the method that is to pay it, and what the processor is sent of the card or account behind it. */
export interface Payable {
  readonly intent: Row<PaymentIntent>
  /** The checkout session that the intent is of. */
  readonly session: Row<SessionDocument> | null
  readonly method: Row<PaymentMethod>
  /** Between the method's customer and the account. */
  readonly link: CustomerLink
  readonly billing: BillingDetails
  readonly source: PaymentSource
  /** A security code waits in the vault: it goes with the first payment. */
  readonly codeHeld: boolean
}

export interface PayableRequest {
  readonly tenantId: string
  readonly accountId: string
  readonly intentId: string
  readonly body: CreatePaymentBody
}

/**
 * Everything a payment by a stored method needs. A method is the account's own, or that of a customer who is linked
 * to the account; any other answers as a missing one.
 */
export async function loadPayable(
  services: PaymentServices,
  request: PayableRequest,
): Promise<Result<Payable, ServiceError>> {
  const { accountId, body } = request
  const open = await loadOpenIntent(services, accountId, request.intentId)
  if (!open.ok) return open
  const methodId =
    body.customer_id === undefined
      ? ok(body.payment_method_id ?? '')
      : await defaultMethodOf(services, request, body.customer_id)
  if (!methodId.ok) return methodId
  const found = await loadMethod(services, accountId, methodId.value, 'payment_method_id')
  if (!found.ok) return found
  const { method, link } = found.value
  const entry = await services.store.get<VaultEntry>('vault_entry', method.account_id, method.id)
  if (entry === null) return err(nothingStored(method.document))
  const held = await heldCode(services, method)
  const billing = { ...method.document.billing_details, ...body.billing_details }
  const stored = services.vault.openStored(method.id, entry.document)
  const whole = withBilling(stored.source, billing, body.cvv2 ?? held.code)
  const source = sourceToSend(whole, stored.kept, services.processor.name)
  return ok({ ...open.value, method, link, billing, source, codeHeld: held.row })
}

/** A payment method by its id, as it is now, as far as the account may use it. */
export async function loadMethod(
  services: Pick<PaymentServices, 'store' | 'clock' | 'processor'>,
  accountId: string,
  id: string,
  param: string,
): Promise<Result<{ readonly method: Row<PaymentMethod>; readonly link: CustomerLink }, ServiceError>> {
  const method = await services.store.find<PaymentMethod>('payment_method', id)
  const link = await customerLink(services.store, accountId, method?.document.customer_id)
  const usable = method !== null && (method.account_id === accountId || link.linked)
  if (usable) return ok({ method: methodNow(services, method), link })
  return err(serviceError('resource_missing', `There is no payment method ${id} in this account.`, { param }))
}

async function defaultMethodOf(
  services: PaymentServices,
  { tenantId, accountId }: PayableRequest,
  customerId: string,
): Promise<Result<string, ServiceError>> {
  const [customer, link] = await Promise.all([
    services.store.get<Customer>('customer', tenantId, customerId),
    customerLink(services.store, accountId, customerId),
  ])
  if (customer === null || !link.linked) return err(notLinked(customerId))
  const id = customer.document.default_payment_method
  if (id !== null) return ok(id)
  return err(
    serviceError(
      'parameter_invalid',
      `Customer ${customerId} has no default_payment_method. Send a payment_method_id, or set a default first.`,
      { param: 'customer_id' },
    ),
  )
}

/** The code that the payer typed with the card; one that has waited too long is as good as none. */
export async function heldCode(
  { store, vault, clock }: PaymentServices,
  { account_id, id }: Row<PaymentMethod>,
): Promise<{ readonly row: boolean; readonly code: string | undefined }> {
  const row = await store.get<Sealed>('security_code', account_id, id)
  if (row === null) return { row: false, code: undefined }
  const tooOld = row.created_at <= clock.now() - codeLifeMs
  return { row: true, code: tooOld ? undefined : vault.openCode(id, row.document) }
}

/** What the card's bank compares: the code, and the postal code of the address. */
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
        `Payment method ${id} only records a card that another gateway holds; it cannot be charged here.`,
        { param },
      )
    : spentMethod(id, status, param)

export const spentMethod = (id: string, status: string, param = 'payment_method_id'): ServiceError =>
  serviceError(
    'state_conflict',
    status === 'used'
      ? `Payment method ${id} was for one payment, and was used. Collect the card anew, or attach a method to a customer before it pays.`
      : `Payment method ${id} is ${status} and cannot be used any more.`,
    { param },
  )
