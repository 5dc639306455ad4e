import { timingSafeEqual } from 'node:crypto'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { idPrefixes } from '../../src-shared/ids.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { callerReaches } from '../accounts/key-reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import type { Row } from '../store/store.ts'

/** What a client_secret may be of. */
export type ProvenIntent =
  | { readonly kind: 'payment_intent'; readonly row: Row<PaymentIntent> }
  | {
      readonly kind: 'payment_method_intent'
      readonly row: Row<PaymentMethodIntent>
      readonly tenantId: string
    }

/**
 * The intent whose client_secret this is. A secret that is wrong, one of an intent that does not exist, and one that
 * the key does not reach answer alike.
 */
export async function provenIntent(
  { store, accounts }: Pick<Services, 'store' | 'accounts'>,
  caller: Caller,
  secret: string,
): Promise<Result<ProvenIntent, ServiceError>> {
  const [id = '', random] = secret.split('_secret_')
  const kind = id.startsWith(`${idPrefixes.payment_method_intent}_`)
    ? 'payment_method_intent'
    : 'payment_intent'
  const row = random === undefined ? null : await store.find<PaymentIntent | PaymentMethodIntent>(kind, id)
  if (row === null || !same(row.document.client_secret ?? '', secret)) return err(noIntent)
  if (caller.accountId !== null && caller.accountId !== row.account_id) return err(noIntent)
  const account = await accounts.account(row.account_id)
  if (account === null || !callerReaches(caller, account)) return err(noIntent)
  return ok(
    kind === 'payment_intent'
      ? { kind, row: row as Row<PaymentIntent> }
      : { kind, row: row as Row<PaymentMethodIntent>, tenantId: account.document.tenant_id },
  )
}

/** In the same time wherever they differ. */
function same(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const noIntent = serviceError(
  'resource_missing',
  'There is no intent with this client_secret. Send the client_secret that its creation answered.',
  { param: 'client_secret' },
)
