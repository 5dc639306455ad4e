import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { CreateTokenBody } from '../../src-shared/api/schemas/token.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { keepAtProcessor, keptAt } from '../authorize/keep-at-processor.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import { payableTypes, whyNotTaken } from '../intents/rails.ts'
import {
  beginValidation,
  type Collected,
  type CollectState,
  complete,
  refuseCollecting,
} from '../payment-method-intents/decide-collect.ts'
import { loadCollect } from '../payment-method-intents/load.ts'
import { validateMethod } from '../payment-method-intents/validate-method.ts'
import type { HeldSource } from '../processor/payment-source.ts'
import type { Kept } from '../processor/processor.ts'
import type { Services } from '../services.ts'
import { firstRow, insertOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { Sealed } from '../vault/sealed.ts'
import type { VaultEntry } from '../vault/vault.ts'
import type { MethodLimit } from './method-limit.ts'
import { newTokenMethod, sourceOf } from './new-method.ts'
import { type ProvenIntent, provenIntent } from './proven-intent.ts'
import { type MethodDetails, refuseToken } from './token-rules.ts'

/**
 * Section 4.1, called by the browser SDK: makes a payment method of card or bank details. The number goes to the vault
 * and is not in the reply.
 */
export const createToken = (
  services: CollectServices,
  caller: Caller,
  { client_secret: secret, ...details }: CreateTokenBody,
): Promise<Result<PaymentMethod, ServiceError>> =>
  collectMethod(services, () => provenIntent(services, caller, secret), details)

export type CollectServices = Services & { readonly methodLimit: MethodLimit }

/** @param prove returns the intent that the method is for; called again if another request was faster */
export async function collectMethod(
  services: CollectServices,
  prove: () => Promise<Result<ProvenIntent, ServiceError>>,
  body: MethodDetails,
): Promise<Result<PaymentMethod, ServiceError>> {
  const refusal = refuseToken(body, services.clock.now())
  if (refusal !== null) return err(refusal)
  const id = services.newId('payment_method')
  const source = sourceOf(body)
  const cvv = body.card?.cvv
  const command: Omit<CreateToken, 'entry' | 'funding'> = {
    id,
    body,
    source,
    code: cvv === undefined ? null : services.vault.sealCode(id, cvv),
    processor: services.processor.name,
  }
  let kept: Kept | null = null
  let isCounted = false
  const begun = await runDecision(services, {
    load: async () => {
      const state = await tokenState(services, prove)
      if (state.ok && !isCounted) {
        isCounted = true
        const tooMany = services.methodLimit.count(intentOf(state.value).id)
        if (tooMany !== null) return err(tooMany)
      }
      const isAsked = state.ok && kept === null && refusalOf(state.value, body) === null
      if (isAsked) kept = await keepFor(services, state.value, source)
      return state
    },
    decide: (state, context) => {
      const entry = services.vault.sealSource(id, source, keptAt(services.processor, kept))
      return decideCreateToken(state, { ...command, entry, funding: kept?.funding }, context)
    },
  })
  if (!begun.ok || begun.value.status !== 'pending') return begun
  return validateMethod(services, begun.value)
}

interface CreateToken {
  readonly id: string
  readonly body: MethodDetails
  readonly source: HeldSource
  readonly entry: VaultEntry
  readonly funding: Kept['funding'] | undefined
  readonly code: Sealed | null
  readonly processor: string
}

type TokenState = Extract<ProvenIntent, { readonly kind: 'payment_intent' }> | Collecting

/** A payment method intent with the customer who will get the method. */
interface Collecting extends CollectState {
  readonly kind: 'payment_method_intent'
}

async function tokenState(
  services: Services,
  prove: () => Promise<Result<ProvenIntent, ServiceError>>,
): Promise<Result<TokenState, ServiceError>> {
  const proven = await prove()
  if (!proven.ok) return proven
  if (proven.value.kind === 'payment_intent') return ok(proven.value)
  const { kind, row, tenantId } = proven.value
  return ok({ kind, ...(await loadCollect(services, row, tenantId)) })
}

/** Stores the source at the processor, as the customer's if the processor has profiles. */
function keepFor(services: Services, state: TokenState, source: HeldSource): Promise<Kept | null> {
  if (state.kind === 'payment_intent') return keepAtProcessor(services, state.row.account_id, source)
  const owner =
    services.processor.capabilities.keeps === 'profiles' ? state.intent.document.customer_id : null
  return keepAtProcessor(services, state.intent.account_id, source, owner)
}

const intentOf = (state: TokenState): Row<PaymentIntent> | CollectState['intent'] =>
  state.kind === 'payment_intent' ? state.row : state.intent

const refusalOf = (state: TokenState, body: MethodDetails): ServiceError | null =>
  state.kind === 'payment_intent'
    ? refuseIntent(state.row.document, body)
    : refuseCollecting(state, body.payment_method_type)

function decideCreateToken(
  state: TokenState,
  { id, body, source, entry, funding, code, processor }: CreateToken,
  { now }: DecisionContext,
): DecisionResult<PaymentMethod> {
  const isPayment = state.kind === 'payment_intent'
  const { account_id, document: intent } = intentOf(state)
  const refusal = refusalOf(state, body)
  if (refusal !== null) return err(refusal)
  const created = newTokenMethod(
    {
      id,
      account_id,
      payment_intent_id: isPayment ? intent.id : null,
      payment_method_intent_id: isPayment ? null : intent.id,
      checkout_session_id: isPayment ? state.sessionId : null,
      source_type: processor,
      billing_details: { ...intent.payment_method_data?.billing_details, ...body.billing_details },
      created_at: isoTime(now),
    },
    source,
    funding,
  )
  const collected = isPayment ? { writes: [], events: [], reply: created } : collect(state, created, now)
  const method = collected.reply
  const insert = (kind: 'payment_method' | 'vault_entry' | 'security_code', document: unknown): Write =>
    insertOf(kind, firstRow(account_id, id, document, now))
  return ok({
    writes: [
      insert('payment_method', method),
      insert('vault_entry', entry),
      ...(code === null ? [] : [insert('security_code', code)]),
      ...collected.writes,
    ],
    events: [{ account_id, type: 'v2.payment_method.created', object: method }, ...collected.events],
    reply: method,
  })
}

const collect = (state: Collecting, method: PaymentMethod, now: number): Collected =>
  state.intent.document.validate ? beginValidation(state, method, now) : complete(state, method, null, now)

export function refuseIntent(
  intent: PaymentIntent,
  { payment_method_type: type }: Pick<MethodDetails, 'payment_method_type'>,
): ServiceError | null {
  if (intent.status !== 'created') {
    return serviceError(
      'state_conflict',
      `The payment intent is ${intent.status}; only an intent in status created accepts a payment method.`,
      { param: 'client_secret' },
    )
  }
  const isHeld = payableTypes(intent).includes(type)
  const why =
    whyNotTaken(intent, type) ?? (isHeld ? null : 'it is captured later, which is only possible with a card')
  if (why === null) return null
  return serviceError('parameter_invalid', `The payment intent does not accept ${type}: ${why}.`, {
    param: 'payment_method_type',
  })
}
