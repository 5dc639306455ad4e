import { timingSafeEqual } from 'node:crypto'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { idPrefixes } from '../../src-shared/ids.ts'
import { assertNever, err, ok, type Result } from '../../src-shared/result.ts'
import { callerReaches } from '../accounts/reach.ts'
import { loadOpenIntent } from '../authorize/open-intent.ts'
import type { Caller } from '../caller.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import type { Services } from '../services.ts'
import type { Row, Store } from '../store/store.ts'

/** The intent that a client_secret proves. The secret of a checkout session proves its payment intent. */
export type ProvenIntent =
  | {
      readonly kind: 'payment_intent'
      readonly row: Row<PaymentIntent>
      /** The session whose secret was sent; null for the intent's own secret. */
      readonly sessionId: string | null
    }
  | {
      readonly kind: 'payment_method_intent'
      readonly row: Row<PaymentMethodIntent>
      readonly tenantId: string
    }

type SecretHolder = PaymentIntent | PaymentMethodIntent | SessionDocument
const holders = ['payment_intent', 'payment_method_intent', 'checkout_session'] as const
type HolderKind = (typeof holders)[number]

/** Finds the object that a secret belongs to. @returns null for a wrong secret or a missing object */
export async function holderOf(
  store: Pick<Store, 'find'>,
  secret: string,
): Promise<{ readonly kind: HolderKind; readonly row: Row<SecretHolder> } | null> {
  const [id = '', random] = secret.split('_secret_')
  const kind = holders.find((one) => id.startsWith(`${idPrefixes[one]}_`))
  if (kind === undefined || random === undefined) return null
  const row = await store.find<SecretHolder>(kind, id)
  return row === null || !same(row.document.client_secret ?? '', secret) ? null : { kind, row }
}

/**
 * Returns the intent of a client_secret. A wrong secret, a missing intent, and an intent that the key does not reach
 * give the same error.
 */
export async function provenIntent(
  services: Pick<Services, 'store' | 'accounts' | 'clock'>,
  caller: Caller,
  secret: string,
): Promise<Result<ProvenIntent, ServiceError>> {
  const holder = await holderOf(services.store, secret)
  if (holder === null) return err(noIntent)
  const { account_id } = holder.row
  if (caller.accountId !== null && caller.accountId !== account_id) return err(noIntent)
  const account = await services.accounts.account(account_id)
  if (account === null || !callerReaches(caller, account)) return err(noIntent)
  return intentOfHolder(services, holder.kind, holder.row, account.document.tenant_id)
}

/** Refuses a session that has expired. @param tenantId of the row's account */
export async function intentOfHolder(
  services: Pick<Services, 'store' | 'clock'>,
  kind: HolderKind,
  row: Row<SecretHolder>,
  tenantId: string,
): Promise<Result<ProvenIntent, ServiceError>> {
  switch (kind) {
    case 'payment_intent':
      return ok({ kind, row: row as Row<PaymentIntent>, sessionId: null })
    case 'payment_method_intent':
      return ok({ kind, row: row as Row<PaymentMethodIntent>, tenantId })
    case 'checkout_session': {
      const { payment_intent_id } = row.document as SessionDocument
      const intent = await loadOpenIntent(services, row.account_id, payment_intent_id, 'client_secret')
      return intent.ok ? ok({ kind: 'payment_intent', row: intent.value.intent, sessionId: row.id }) : intent
    }
    default:
      return assertNever(kind)
  }
}

/** Compares in constant time. */
function same(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const noIntent = serviceError(
  'resource_missing',
  'There is no intent with this client_secret. Send the client_secret from the response that created the intent.',
  { param: 'client_secret' },
)
