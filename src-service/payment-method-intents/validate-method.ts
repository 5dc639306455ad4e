import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type {
  PaymentMethodIntent,
  ValidationResponse,
} from '../../src-shared/api/schemas/payment-method-intent.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { orderOfCheck } from '../authorize/order-facts-of.ts'
import { heldCode, withBilling } from '../authorize/payable.ts'
import { runDecision } from '../commit.ts'
import { sourceToSend } from '../processor/kept-at.ts'
import { orderIdOf } from '../processor/order-id.ts'
import type { Verification, VerifyRequest } from '../processor/processor.ts'
import { randomText } from '../secrets/random.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { type Collected, type CollectState, complete, failValidation } from './decide-collect.ts'
import { loadCollect } from './load.ts'

/**
 * Section 2.7, validate: asks the bank of the card or account, without an amount, and records its answer. No money can
 * move, so a service that was killed in between asks again. If another node has recorded an answer meanwhile, that one
 * counts. @param method `pending`, of an intent that is `processing`
 */
export async function validateMethod(
  services: Services,
  { id, account_id }: PaymentMethod,
): Promise<Result<PaymentMethod, ServiceError>> {
  // Read first: who refuses the method deletes its entry.
  const entry = await services.store.get<VaultEntry>('vault_entry', account_id, id)
  const method = await services.store.get<PaymentMethod>('payment_method', account_id, id)
  if (method !== null && method.document.status !== 'pending') return ok(method.document)
  if (method === null || entry === null)
    throw new Error(`payment method ${id} is to be validated and is gone`)
  const { code } = await heldCode(services, method)
  const stored = services.vault.openStored(id, entry.document)
  const whole = withBilling(stored.source, method.document.billing_details, code)
  const source = sourceToSend(whole, stored.kept, services.processor.name)
  const intent = await services.store.get<PaymentMethodIntent>(
    'payment_method_intent',
    account_id,
    method.document.payment_method_intent_id ?? '',
  )
  const order = orderOfCheck(method.document, intent?.document.customer_id != null)
  const answer = await askVerification(services, method.document, { source, ...order })
  return runDecision<Pending, PaymentMethod>(services, {
    load: () => loadPending(services, account_id, id),
    decide: (state, { now }) => {
      if (state.collect === null) return ok({ writes: [], events: [], reply: state.method.document })
      const { customer_id } = state.collect.intent.document
      const isOwned = customer_id === null || (state.collect.customer !== null && state.collect.link.linked)
      const validation = isOwned ? responseOf(answer, now) : notLinkedAnyMore(now)
      const done =
        validation.status === 'succeeded'
          ? complete(state.collect, state.method.document, validation, now)
          : failValidation(state.collect, state.method.document, validation, now)
      return ok(withMethod(done, state.method, now))
    },
  })
}

interface Pending {
  readonly method: Row<PaymentMethod>
  /** Null if another request has written the outcome. */
  readonly collect: CollectState | null
}

async function loadPending(
  services: Services,
  accountId: string,
  methodId: string,
): Promise<Result<Pending, ServiceError>> {
  const { store, accounts } = services
  const method = await store.get<PaymentMethod>('payment_method', accountId, methodId)
  const intentId = method?.document.payment_method_intent_id ?? ''
  const intent = await store.get<PaymentMethodIntent>('payment_method_intent', accountId, intentId)
  if (method === null || intent === null) throw new Error(`payment method ${methodId} has lost its intent`)
  if (method.document.status !== 'pending' || intent.document.payment_method?.id !== methodId)
    return ok({ method, collect: null })
  const account = await accounts.account(accountId)
  const collect = await loadCollect(services, intent, account?.document.tenant_id ?? '')
  return ok({ method, collect })
}

/** Deletes a refused card from the vault, and the security code in either case. */
function withMethod(done: Collected, method: Row<PaymentMethod>, now: number): Collected {
  const { account_id, id } = method
  const gone = (kind: 'vault_entry' | 'security_code'): Write => ({ op: 'delete', kind, account_id, id })
  return {
    ...done,
    writes: [
      updateOf('payment_method', nextRow(method, done.reply, now)),
      gone('security_code'),
      ...(done.reply.status === 'failed' ? [gone('vault_entry')] : []),
      ...done.writes,
    ],
  }
}

async function askVerification(
  { processor, log }: Services,
  { id, account_id }: PaymentMethod,
  question: Omit<VerifyRequest, 'account_id' | 'order_id'>,
): Promise<Verification> {
  try {
    // Not journaled: an interrupted order charges nothing and is never asked about.
    return await processor.verify({ account_id, order_id: orderIdOf(randomText(18)), ...question })
  } catch (error) {
    // Never logs the message of the error: it could quote the request, which contains a card.
    const kind = error instanceof Error ? error.name : 'unknown fault'
    log.warn({ error: kind, payment_method_id: id }, 'verify.unreachable')
    return { outcome: 'unknown' }
  }
}

/** A customer who was detached from the account while the bank was asked does not get the method. */
const notLinkedAnyMore = (now: number): ValidationResponse => ({
  status: 'failed',
  code: 'customer_not_linked',
  message: 'The customer is no longer linked to the account.',
  avs: null,
  cvv: null,
  created_at: isoTime(now),
})

function responseOf(answer: Verification, now: number): ValidationResponse {
  const created_at = isoTime(now)
  switch (answer.outcome) {
    case 'verified':
      return { status: 'succeeded', code: null, message: null, avs: answer.avs, cvv: answer.cvv, created_at }
    case 'declined':
      return {
        status: 'failed',
        code: answer.category,
        message: answer.response_text,
        avs: answer.avs,
        cvv: answer.cvv,
        created_at,
      }
    case 'unknown':
      return {
        status: 'failed',
        code: 'processor_unavailable',
        message: 'The bank did not answer. You can send the details again.',
        avs: null,
        cvv: null,
        created_at,
      }
  }
}
