import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { CreateTokenBody, TokenOptions } from '../../src-shared/api/schemas/token.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import { merchantName } from '../messages/merchant-name.ts'
import { refuseCollecting } from '../payment-method-intents/decide-collect.ts'
import { loadCollect } from '../payment-method-intents/load.ts'
import type { Services } from '../services.ts'
import { refuseIntent } from './create-token.ts'
import { type ProvenIntent, provenIntent } from './proven-intent.ts'

type MethodType = CreateTokenBody['payment_method_type']

/**
 * Returns what a form must ask for, before anything is typed: the types that the secret's intent takes. If no token
 * could be made, the error is the same as for a token.
 */
export async function tokenOptions(
  services: Services,
  caller: Caller,
  secret: string,
): Promise<Result<TokenOptions, ServiceError>> {
  const proven = await provenIntent(services, caller, secret)
  if (!proven.ok) return proven
  const { document } = proven.value.row
  const refuse = await refusalsOf(services, proven.value)
  const refusals = document.payment_method_types.map((type) => ({ type, refusal: refuse(type) }))
  const taken = refusals.filter(({ refusal }) => refusal === null)
  const [first] = refusals
  if (taken.length === 0 && first?.refusal) return err(first.refusal)
  const account = await services.accounts.account(proven.value.row.account_id)
  return ok({
    entity: 'token_options',
    mode: proven.value.kind === 'payment_intent' ? 'pay' : 'save',
    merchant_name: account === null ? '' : merchantName(account.document),
    payment_method_types: taken.map(({ type }) => type),
  })
}

async function refusalsOf(
  services: Services,
  proven: ProvenIntent,
): Promise<(type: MethodType) => ServiceError | null> {
  if (proven.kind === 'payment_intent') {
    const { document } = proven.row
    return (type) => refuseIntent(document, { payment_method_type: type })
  }
  const state = await loadCollect(services, proven.row, proven.tenantId)
  return (type) => refuseCollecting(state, type)
}
