import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { CreateTokenBody } from '../../src-shared/api/schemas/token.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { keepAtProcessor, keptAt } from '../authorize/keep-at-processor.ts'
import type { Caller } from '../caller.ts'
import { isoTime } from '../clock.ts'
import { runDecision } from '../commit.ts'
import { whyNotTaken } from '../intents/rails.ts'
import type { HeldSource, Kept } from '../processor/processor.ts'
import type { Services } from '../services.ts'
import { firstRow, insertOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { Sealed } from '../vault/sealed.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { newTokenMethod, sourceOf } from './new-method.ts'
import { provenIntent } from './proven-intent.ts'
import { refuseToken } from './token-rules.ts'

/**
 * Section 4.1, what the browser SDK calls: card or bank details become a payment method, the number goes to the
 * vault, and nothing of it is answered.
 */
export async function createToken(
  services: Services,
  caller: Caller,
  body: CreateTokenBody,
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
  return runDecision(services, {
    load: async () => {
      const intent = await provenIntent(services, caller, body.client_secret)
      const isAsked = intent.ok && kept === null && refuseIntent(intent.value.document, body) === null
      if (isAsked) kept = await keepAtProcessor(services, intent.value.account_id, source)
      return intent
    },
    decide: (intent, context) => {
      const entry = services.vault.sealSource(id, source, keptAt(services.processor, kept))
      return decideCreateToken(intent, { ...command, entry, funding: kept?.funding }, context)
    },
  })
}

interface CreateToken {
  readonly id: string
  readonly body: CreateTokenBody
  readonly source: HeldSource
  readonly entry: VaultEntry
  readonly funding: Kept['funding'] | undefined
  readonly code: Sealed | null
  readonly processor: string
}

function decideCreateToken(
  { account_id, document: intent }: Row<PaymentIntent>,
  { id, body, source, entry, funding, code, processor }: CreateToken,
  { now }: DecisionContext,
): DecisionResult<PaymentMethod> {
  const refusal = refuseIntent(intent, body)
  if (refusal !== null) return err(refusal)
  const method = newTokenMethod(
    {
      id,
      account_id,
      payment_intent_id: intent.id,
      source_type: processor,
      billing_details: { ...intent.payment_method_data?.billing_details, ...body.billing_details },
      created_at: isoTime(now),
    },
    source,
    funding,
  )
  const insert = (kind: 'payment_method' | 'vault_entry' | 'security_code', document: unknown): Write =>
    insertOf(kind, firstRow(account_id, id, document, now))
  return ok({
    writes: [
      insert('payment_method', method),
      insert('vault_entry', entry),
      ...(code === null ? [] : [insert('security_code', code)]),
    ],
    events: [{ account_id, type: 'v2.payment_method.created', object: method }],
    reply: method,
  })
}

function refuseIntent(
  intent: PaymentIntent,
  { payment_method_type: type }: CreateTokenBody,
): ServiceError | null {
  if (intent.status !== 'created') {
    return serviceError(
      'state_conflict',
      `The payment intent is ${intent.status}; only one in status created takes a payment method.`,
      { param: 'client_secret' },
    )
  }
  const why = whyNotTaken(intent, type)
  if (why === null) return null
  return serviceError('parameter_invalid', `The payment intent does not take ${type}: ${why}.`, {
    param: 'payment_method_type',
  })
}
